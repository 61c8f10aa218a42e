import type { Entry } from '../../domain/entry.ts'
import type {
  CustomQuoteId,
  Epoch,
  Instant,
  PartnerId,
  QuoteLikeId,
  ServerStart,
} from '../../domain/ids.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { MemoryMark } from '../../domain/memory-days.ts'
import type { Profile } from '../../domain/partner.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { Reaction } from '../../domain/reaction.ts'
import type { JournalSettings } from '../../domain/settings.ts'

export interface ProfileRow extends Profile {
  readonly updatedAt: Instant
}

export interface QuoteLikeRow extends QuoteKey {
  readonly id: QuoteLikeId
  readonly userId: PartnerId
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface CustomQuoteRow extends QuoteKey {
  readonly id: CustomQuoteId
  readonly userId: PartnerId
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A person's read marker (D7); `id` is the person. */
export interface LastLookRow {
  readonly id: PartnerId
  readonly seenUntil: Instant
  readonly updatedAt: Instant
}

/** What disappeared (docs/architecture.md "Pull"); `updatedAt` is the time of removal. */
export interface RemovalRow {
  readonly id: string
  readonly tableName: string
  readonly rowId: string
  readonly kind: 'deleted' | 'hidden'
  /** The version of an entry's text that the person who deleted it had not seen (D26). */
  readonly unseenVersion: number | null
  readonly updatedAt: Instant
}

export interface JournalRow extends JournalSettings {
  readonly epoch: Epoch
  /** The server's last start; `null` on a hosted project, which records none. */
  readonly serverStart: ServerStart | null
  /** When the server's last good backup was taken; `null` if unknown. */
  readonly backedUpAt: Instant | null
  /** True while a disk of the server is nearly full. */
  readonly diskLow: boolean
  /** True while the server's backups do not go into the folder of last time. */
  readonly backupFolderChanged: boolean
}

/** A start of the server as one person may read it. */
export interface StartRow {
  readonly ordinal: number
  /** The newest version of any row that the person could see when the server started. */
  readonly newest: Instant
  /** No version assigned since then is older. */
  readonly startedAt: Instant
}

/** The parsed row of each synced table. */
export interface Rows {
  profiles: ProfileRow
  entries: Entry
  reactions: Reaction
  quote_likes: QuoteLikeRow
  custom_quotes: CustomQuoteRow
  memory_marks: MemoryMark
  last_looks: LastLookRow
  removals: RemovalRow
}
export type RowOf<Table extends SyncedTable> = Rows[Table]

/** The key by which pull pages: every synced table is ordered by (`updated_at`, `id`). */
export interface Cursor {
  readonly updatedAt: Instant
  readonly id: string
}
