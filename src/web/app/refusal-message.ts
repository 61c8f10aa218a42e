import type { Refusal } from '../replica/journal.ts'
import { refusalTexts } from './refusal-texts.ts'

export interface RefusalMessage {
  readonly title: string
  readonly description?: string
}

/**
 * The German message for what the server refused (product-spec section 8), or undefined where the
 * specification only logs: likes on the main screen, and the last look.
 *
 * @param path the page on screen; removing a like speaks up on /favoriten alone
 */
export function refusalMessage(refusal: Refusal, path: string): RefusalMessage | undefined {
  switch (refusal.action) {
    case 'create-entry':
      return { title: refusalTexts.create }
    case 'edit-entry':
      return refusal.reason === 'stale'
        ? { title: refusalTexts.edit, description: refusalTexts.stale }
        : { title: refusalTexts.edit }
    case 'toggle-completed':
      return { title: refusalTexts.toggle }
    case 'delete-entry':
      return { title: refusalTexts.error, description: refusalTexts.delete }
    case 'add-reaction':
      return { title: refusalTexts.addReaction }
    case 'remove-reaction':
      return { title: refusalTexts.removeReaction }
    case 'add-custom-quote':
      return { title: refusalTexts.error, description: refusalTexts.addQuote }
    case 'delete-custom-quote':
      return { title: refusalTexts.error, description: refusalTexts.deleteQuote }
    case 'unlike-quote':
      return path === '/favoriten'
        ? { title: refusalTexts.error, description: refusalTexts.unlike }
        : undefined
    case 'like-quote':
    case 'last-look':
      return undefined
  }
}
