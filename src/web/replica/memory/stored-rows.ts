import type { EntryEdit } from '../../../domain/entry.ts'
import type { CustomQuoteId, EntryId, Instant, ReplyId } from '../../../domain/ids.ts'
import { tablesWith, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor, RowOf, Rows } from '../../../domain/table-schemas.ts'
import type { DeleteEntry } from '../mutations/delete-entry.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import type { Mutation, MutationName } from '../mutations/registry.ts'
import type { RejectionReason } from '../mutations/send-result.ts'

/** A row that disappeared: blocks older versions of the row. */
export interface Tombstone {
  readonly table: SyncedTable
  readonly rowId: string
  readonly removedAt: Instant
  /** The version of a text that the person who deleted it had not seen (D26); 0 for a reply, which has none. */
  readonly unseenVersion?: number
  /** Its author took it back. That stays so on this device, also where the server is put back to a state before that. */
  readonly kind?: 'hidden'
}

/**
 * An edit made here that the server took, until its entry is deleted. A deletion that waited on another device
 * may not know it; then the text comes back (D26).
 */
export interface SentEdit {
  readonly entryId: EntryId
  readonly edit: EntryEdit
  readonly editVersion: number
  readonly updatedAt: Instant
}

/** The same of a reply that was sent from here, written or edited; it is kept in the store of the edits. */
export interface SentReply extends Omit<SentEdit, 'entryId'> {
  /** The reply; the name is stored on devices. */
  readonly entryId: ReplyId
  readonly replyTo: EntryId
}

/**
 * The effect of server faults (500s) on a mutation; its names are stored on devices. It then waits alone with what
 * depends on it: mutations of other aggregates overtake it.
 */
export type RetryState =
  | {
      readonly kind: 'retrying'
      /** Faults so far. */
      readonly tries: number
      /** True once another write of this device went through since the first fault. */
      readonly overtaken: boolean
    }
  /** It is sent again when the person asks for it, and at the next start. */
  | { readonly kind: 'set-aside'; readonly again: boolean }

/** A mutation that waits in the outbox. */
export interface Queued {
  /** A UUID. */
  readonly id: string
  /** The order of sending; of two tabs' mutations with the same number the id decides. */
  readonly seq: number
  /** Milliseconds of the device's clock; a queue of 0.1.0 has none. */
  readonly queuedAt?: number
  /** Absent while the server has not failed on it. */
  readonly trouble?: RetryState
  /**
   * True once it was handed to the network, also if no answer came. It may have been carried out, so it is
   * only sent again, never changed or taken back.
   */
  readonly isInFlight?: true
  readonly mutation: Mutation
}

/** A deletion that can still be undone (D11). The names are stored on devices: `entryId` is the id of what is deleted. */
export type WaitingDeletion = (DeletedEntry | DeletedReply | DeletedQuote) & {
  /** Milliseconds of the device's clock. */
  readonly due: number
  /** The tab that offers the undo; earlier versions stored none. */
  readonly tab?: string
}

/** The id of a row that can be deleted and brought back for a while. */
export type DeletedId = WaitingDeletion['entryId']

type DeletedReply = {
  readonly entryId: ReplyId
  readonly replyTo: EntryId
  readonly isQuote?: never
}
type DeletedQuote = {
  readonly entryId: CustomQuoteId
  readonly isQuote: true
  readonly replyTo?: never
}
interface DeletedEntry extends Omit<DeleteEntry, 'action'> {
  readonly replyTo?: never
  readonly isQuote?: never
}

/** How far a table has been read. */
export interface Progress {
  readonly table: SyncedTable
  /** The newest key read; pull goes on from here less its overlap. */
  readonly cursor: Cursor | undefined
  /** The place at which the initial pull continues towards the oldest row; `undefined` when it is done. */
  readonly backfillCursor: Cursor | undefined
  /** The columns and words that the app knew which read it; another app reads the table again. */
  readonly shape?: string
  /** True where the server does not know the table. */
  readonly isMissing?: true
}

/**
 * A permanent no of the server. It is stored until the screen has shown it, so that neither a
 * reload nor a second tab loses the message or the typed text (D26). Only an entry's edit can be stale.
 */
export type Rejection = RejectionDetails &
  (
    | { readonly action: 'edit-entry'; readonly reason: RejectionReason }
    | { readonly action: 'add-photo'; readonly reason: 'gone' }
    | { readonly action: ReplyText; readonly reason: Exclude<RejectionReason, 'stale'> }
    | {
        readonly action: Exclude<MutationName, 'edit-entry' | ReplyText>
        readonly reason: 'rejected'
      }
  )

/** The kinds of write that hold the text of a reply. */
export type ReplyText = Extract<MutationName, 'create-reply' | 'edit-reply'>

interface RejectionDetails {
  /** A UUID. */
  readonly id: string
  readonly entryId: EntryId | undefined
  /** The typed text, kept also as a draft. */
  readonly keptText: string | undefined
  /** The draft, if no open form held it; earlier versions stored none. */
  readonly draftKey?: string
}

/** The unsent text of one form (D26). */
export interface Draft {
  /** A UUID: the entry, reply or quote that is made of this text gets it as its id. */
  readonly key: string
  readonly form: DraftForm
  /** Counts up: of two drafts, the one that began later has the greater one. */
  readonly order: number
  /** The tab whose open form this is; `undefined` once that form was closed. */
  readonly owner: string | undefined
  /** The content of the form; a JSON-able value that the form itself reads. */
  readonly value: unknown
}

/** The journal's row; there is one. */
export interface StoredJournal extends RowOf<'journal'> {
  readonly key: 'journal'
  /** Another from the moment a rebuild begins; a copy of 0.1.0 has none before its first. */
  readonly copy?: string
  /** Another after each rebuild. */
  readonly rebuilt?: string
}

/** An id that must not be created again although its row is unknown here (D13). */
export interface SeenId {
  readonly id: string
}

/** The tables of which a person's own rows are kept while the copy is rebuilt (decision 0062). */
export const lostTables = tablesWith({ copy: 'rows', owner: 'user_id' })
export type LostTable = (typeof lostTables)[number]

interface LostRows extends Pick<Rows, LostTable> {
  /** The text of an idea, which both people write. */
  sentEdits: SentEdit
}

/**
 * A row of this person's as the copy held it when the server had been put back to an earlier state. It stays
 * until the server has it again, has a removal for it, or the person has said what becomes of it.
 */
export type LostRow = {
  [Table in keyof LostRows]: {
    /** Table and id. */
    readonly key: string
    readonly table: Table
    readonly row: LostRows[Table]
    /** The time of the backup that the server was restored from, where it told one. */
    readonly restoredTo?: Instant
    /** True once the person wants it back: it is sent when the entry that it belongs to is there again. */
    readonly isWanted?: true
  }
}[keyof LostRows]
