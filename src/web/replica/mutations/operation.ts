import type { EntryEdit } from '../../../domain/entry.ts'
import type { CustomQuoteId, EntryId, Instant, QuoteLikeId, ReactionId } from '../../../domain/ids.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import type { RefusedAction } from '../journal.ts'

/** One write on its way to the server (architecture, "Outbox"). Times are made on the device. */
export type Operation =
  | {
      readonly action: 'create-entry'
      readonly entryId: EntryId
      readonly edit: EntryEdit
      readonly createdAt: Instant
      /** The entry of a special day: a conflict or a removal counts as success (D13). */
      readonly automatic: boolean
    }
  | {
      readonly action: 'edit-entry'
      readonly entryId: EntryId
      readonly edit: EntryEdit
      /**
       * The version the text was based on. `undefined` while an earlier operation of our own on
       * this entry is under way: the version that comes back is the base.
       */
      readonly baseVersion: number | undefined
    }
  | {
      readonly action: 'toggle-completed'
      readonly entryId: EntryId
      /** Null reopens the entry. */
      readonly completedAt: Instant | null
    }
  | { readonly action: 'delete-entry'; readonly entryId: EntryId }
  | {
      readonly action: 'add-reaction'
      readonly entryId: EntryId
      readonly reactionId: ReactionId
      readonly emoji: ReactionEmoji
      readonly createdAt: Instant
    }
  | {
      readonly action: 'remove-reaction'
      readonly entryId: EntryId
      readonly reactionId: ReactionId
      readonly emoji: ReactionEmoji
    }
  | {
      readonly action: 'like-quote'
      readonly likeId: QuoteLikeId
      readonly quote: QuoteKey
      readonly createdAt: Instant
    }
  | { readonly action: 'unlike-quote'; readonly likeId: QuoteLikeId; readonly quote: QuoteKey }
  | {
      readonly action: 'add-custom-quote'
      readonly quoteId: CustomQuoteId
      readonly quote: QuoteKey
      readonly createdAt: Instant
    }
  | { readonly action: 'delete-custom-quote'; readonly quoteId: CustomQuoteId }
  | { readonly action: 'last-look'; readonly seenUntil: Instant }

export type OperationOf<Action extends RefusedAction> = Extract<Operation, { action: Action }>

/** An edit version that fits no row: the server's are above zero. */
export const noVersion = -1

/**
 * What faults of the server (its 500s) have made of an operation. It then waits alone with what
 * depends on it: operations about other rows overtake it.
 */
export type Trouble =
  | {
      readonly kind: 'retrying'
      /** Faults so far. */
      readonly tries: number
      /** True once another write of this device went through since the first fault. */
      readonly overtaken: boolean
    }
  /** It waits for the person, or the next start, to want one more try. */
  | { readonly kind: 'set-aside'; readonly again: boolean }

/** An operation as the outbox stores it. */
export interface Queued<Op extends Operation = Operation> {
  /** The order of sending; given by the database. */
  readonly seq: number
  /** What it is about, for finding what belongs together: an entry's or own quote's id, a liked quote. */
  readonly subject: string
  /**
   * 1 once it has been handed to the network, even if no answer came: it may have been carried
   * out, so it is only sent again, never altered or taken back. A number because IndexedDB does
   * not index booleans.
   */
  readonly attempted: 0 | 1
  /** Absent while the server has not failed on it. */
  readonly trouble?: Trouble
  readonly operation: Op
}

/** The row an operation is about; operations with the same subject are sent in order anyway. */
export function subjectOf(operation: Operation): string {
  switch (operation.action) {
    case 'create-entry':
    case 'edit-entry':
    case 'toggle-completed':
    case 'delete-entry':
    case 'add-reaction':
    case 'remove-reaction':
      return operation.entryId
    case 'like-quote':
    case 'unlike-quote':
      // Not the id: a like of a mended quote has the one its old words gave it.
      return JSON.stringify([operation.quote.text, operation.quote.author])
    case 'add-custom-quote':
    case 'delete-custom-quote':
      return operation.quoteId
    case 'last-look':
      return 'last-look'
  }
  return unreachable(operation)
}

/** The end of a switch over all operations: the compiler proves that nothing gets here. */
export function unreachable(operation: never): never {
  throw new Error(`unknown operation ${JSON.stringify((operation as Operation).action)}`)
}
