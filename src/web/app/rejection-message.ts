import { editRejectionTexts, entryRejectionTexts } from '../features/entries/entries-texts.ts'
import { addQuoteTexts } from '../features/favourites/favourites-texts.ts'
import { removalTexts } from '../features/favourites/removal-texts.ts'
import { isOfPhoto, photoRejectionTexts } from '../features/photos/photo-rejection-texts.ts'
import { reactionRejectionTexts } from '../features/reactions/reactions-texts.ts'
import { replyRejectionTexts, replyToastTexts } from '../features/replies/replies-texts.ts'
import { storyRejectionTexts } from '../features/stories/stories-texts.ts'
import type { Rejection } from '../replica/journal.ts'

export interface RejectionMessage {
  readonly title: string
  readonly description?: string
}

const likeStays = { title: removalTexts.failedTitle, description: removalTexts.like.failed }

/**
 * The German message for a write that the server rejected (docs/behaviour), in the words of the feature it
 * belongs to. Undefined if a failure is only logged: likes on the main screen, memory marks, reviews
 * and the read marker.
 *
 * @param path the page on screen; a like that cannot be removed is reported on /favoriten alone
 */
export function rejectionMessage(rejection: Rejection, path: string): RejectionMessage | undefined {
  const { action } = rejection
  if (isOfPhoto(action)) return photoRejectionTexts[action]
  switch (action) {
    case 'edit-entry':
      return editRejectionTexts[rejection.reason]
    case 'create-entry':
    case 'toggle-completed':
    case 'make-private':
    case 'delete-entry':
      return entryRejectionTexts[action]
    case 'add-reaction':
    case 'remove-reaction':
      return reactionRejectionTexts[action]
    case 'create-reply':
    case 'edit-reply':
      return replyRejectionTexts[action][rejection.reason]
    case 'delete-reply':
      return { title: replyToastTexts.notDeleted }
    case 'add-custom-quote':
      return { title: addQuoteTexts.failedTitle, description: addQuoteTexts.failed }
    case 'delete-custom-quote':
      return { title: removalTexts.failedTitle, description: removalTexts.quote.failed }
    case 'unlike-quote':
      return path.startsWith('/favoriten') ? likeStays : undefined
    case 'link-story':
      return storyRejectionTexts
    case 'like-quote':
    case 'last-look':
    case 'add-memory-mark':
    case 'remove-memory-mark':
    case 'add-review':
      return undefined
    default:
      return action satisfies never
  }
}
