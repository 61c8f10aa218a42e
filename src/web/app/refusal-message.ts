import { editRefusalTexts, entryRefusalTexts } from '../features/entries/entries-texts.ts'
import { addQuoteTexts, removalTexts } from '../features/favourites/favourites-texts.ts'
import { reactionRefusalTexts } from '../features/reactions/reactions-texts.ts'
import { replyRefusalTexts, replyToastTexts } from '../features/replies/replies-texts.ts'
import { storyRefusalTexts } from '../features/stories/stories-texts.ts'
import type { Refusal } from '../replica/journal.ts'

export interface RefusalMessage {
  readonly title: string
  readonly description?: string
}

/**
 * The German message for what the server refused (docs/behaviour), in the words of the feature it
 * belongs to. Undefined if a failure is only logged: likes on the main screen, memory marks, reviews
 * and the read marker.
 *
 * @param path the page on screen; a like that cannot be removed is reported on /favoriten alone
 */
export function refusalMessage(refusal: Refusal, path: string): RefusalMessage | undefined {
  const { action } = refusal
  switch (action) {
    case 'edit-entry':
      return editRefusalTexts[refusal.reason]
    case 'create-entry':
    case 'toggle-completed':
    case 'make-private':
    case 'delete-entry':
      return entryRefusalTexts[action]
    case 'add-reaction':
    case 'remove-reaction':
      return reactionRefusalTexts[action]
    case 'create-reply':
    case 'edit-reply':
      return replyRefusalTexts[action][refusal.reason]
    case 'delete-reply':
      return { title: replyToastTexts.notDeleted }
    case 'add-custom-quote':
      return { title: addQuoteTexts.failedTitle, description: addQuoteTexts.failed }
    case 'delete-custom-quote':
      return { title: removalTexts.failedTitle, description: removalTexts.quote.failed }
    case 'unlike-quote':
      return path.startsWith('/favoriten')
        ? { title: removalTexts.failedTitle, description: removalTexts.like.failed }
        : undefined
    case 'link-story':
      return storyRefusalTexts
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
