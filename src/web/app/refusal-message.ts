import type { Refusal, RefusedAction } from '../replica/journal.ts'
import { refusalTexts as texts } from './refusal-texts.ts'

export interface RefusalMessage {
  readonly title: string
  readonly description?: string
}

/** Undefined where the specification only logs: likes on the main screen, and the last look. */
const messages: Record<RefusedAction, RefusalMessage | undefined> = {
  'create-entry': { title: texts.create },
  'edit-entry': { title: texts.edit },
  'toggle-completed': { title: texts.toggle },
  'delete-entry': { title: texts.error, description: texts.delete },
  'add-reaction': { title: texts.addReaction },
  'remove-reaction': { title: texts.removeReaction },
  'add-custom-quote': { title: texts.error, description: texts.addQuote },
  'delete-custom-quote': { title: texts.error, description: texts.deleteQuote },
  'like-quote': undefined,
  'unlike-quote': undefined,
  'last-look': undefined,
}

/**
 * The German message for what the server refused (product-spec section 8), if it has one.
 *
 * @param path the page on screen; removing a like speaks up on /favoriten alone
 */
export function refusalMessage(refusal: Refusal, path: string): RefusalMessage | undefined {
  if (refusal.action === 'unlike-quote' && path === '/favoriten')
    return { title: texts.error, description: texts.unlike }
  const message = messages[refusal.action]
  return message !== undefined && refusal.reason === 'stale'
    ? { ...message, description: texts.stale }
    : message
}
