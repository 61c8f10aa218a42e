import type { ImportBatch } from '../../domain/book-rows.ts'
import type { Entry, EntryEdit } from '../../domain/entry.ts'
import type {
  CustomQuoteId,
  EntryId,
  Instant,
  QuoteLikeId,
  ReactionId,
  ServerStart,
} from '../../domain/ids.ts'
import type { Imported } from '../../domain/imported.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { MemoryMark } from '../../domain/memory-days.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'
import type { Page, PageRequest } from './page.ts'
import type { Result } from './result.ts'
import type { Reaction, RowOf } from '../../domain/table-schemas.ts'

/** What the device sends of a new entry; the server decides everything else. */
export interface EntryInsert extends EntryEdit {
  readonly id: EntryId
  readonly createdAt: Instant
}

/**
 * A write's answer: the row as the server now holds it. `undefined` means that no row came back:
 * there is none, or row level security hides it; the protocol does not distinguish the two.
 */
export type Written<Row> = Promise<Result<Row | undefined>>
export type Deleted = Promise<Result<readonly string[]>>

/**
 * One person's calls to the backend's tables (D23). Every call is refused as `unauthorized` while
 * the session on this device is not this person's, so one person's outbox can never be sent in the
 * name of the other.
 */
export interface Calls {
  /** `undefined` when the row is missing, invisible or unreadable. */
  readJournal(): Promise<Result<RowOf<'journal'> | undefined>>
  /** The starts that followed the one given; `unknown` when the server does not know it. */
  readStartsAfter(seen: ServerStart): Promise<Result<readonly RowOf<'server_starts'>[] | 'unknown'>>
  readPage<Table extends SyncedTable>(
    table: Table,
    request: PageRequest,
  ): Promise<Result<Page<Table>>>
  readRow<Table extends SyncedTable>(table: Table, id: string): Written<RowOf<Table>>
  /** My reaction with this emoji, under any id. */
  readReaction(entryId: EntryId, emoji: ReactionEmoji): Written<Reaction>
  /** My like of this quote, under any id. */
  readLike(quote: QuoteKey): Written<RowOf<'quote_likes'>>
  /** My mark of this entry and day, under any id. */
  readMemoryMark(entryId: EntryId, until: JournalDay | null): Written<MemoryMark>
  /** True when `removals` names this row, so it is gone for this person. */
  wasRemoved(table: SyncedTable, id: string): Promise<Result<boolean>>

  insertEntry(entry: EntryInsert): Written<Entry>
  /** Changes nothing, and returns no row, unless the entry still has `baseVersion`. */
  updateEntry(id: EntryId, edit: EntryEdit, baseVersion: number): Written<Entry>
  updateCompletion(id: EntryId, completedAt: Instant | null): Written<Entry>
  /**
   * Deletions answer with the ids of the rows deleted: none or one. This one deletes nothing unless the
   * entry still has `version`.
   */
  deleteEntry(id: EntryId, version: number): Deleted
  /** Deletes an entry whose newest text this person has not seen; the removal says so (D26). */
  deleteUnseen(id: EntryId): Deleted
  insertReaction(reaction: NewReaction): Written<Reaction>
  /** By its key, because the row may have another id than the one derived (D15). */
  deleteReaction(entryId: EntryId, emoji: ReactionEmoji): Deleted
  insertLike(like: NewQuote<QuoteLikeId>): Written<RowOf<'quote_likes'>>
  deleteLike(quote: QuoteKey): Deleted
  insertCustomQuote(quote: NewQuote<CustomQuoteId>): Written<RowOf<'custom_quotes'>>
  deleteCustomQuote(id: CustomQuoteId): Deleted
  insertMemoryMark(mark: NewMemoryMark): Written<MemoryMark>
  /** By its key, because the row may have another id than the one derived (D15). */
  deleteMemoryMark(entryId: EntryId, until: JournalDay | null): Deleted
  /**
   * Restores my own rows from a file, at most 500 rows and 64 kB of JSON per call; a trial only
   * says what it would add.
   */
  importRows(batch: ImportBatch, trial: boolean): Promise<Result<Imported>>
  updateLastLook(seenUntil: Instant): Written<RowOf<'last_looks'>>
}

export interface NewReaction {
  readonly id: ReactionId
  readonly entryId: EntryId
  readonly emoji: ReactionEmoji
  readonly createdAt: Instant
}

export type NewMemoryMark = Pick<MemoryMark, 'id' | 'entryId' | 'until' | 'createdAt'>

export interface NewQuote<Id> extends QuoteKey {
  readonly id: Id
  readonly createdAt: Instant
}
