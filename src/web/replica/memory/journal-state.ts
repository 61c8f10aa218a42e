import type { Instant, PartnerId } from '../../../domain/ids.ts'
import type { MemoryMark } from '../../../domain/memory-days.ts'
import type { Profile } from '../../../domain/partner.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { ListedEntry } from './entry-order.ts'
import type { RecentPart, RecentRow } from './recent-rows.ts'
import { storyLinksOf, type StoryLinks } from './story-links.ts'
import { byCardTable, type CardTable } from './tables.ts'
import type { UnsentByEntry } from './unsent-photos.ts'
import type {
  LostRow,
  Progress,
  Queued,
  Rejection,
  StoredJournal,
  WaitingDeletion,
} from './stored-rows.ts'

/**
 * The journal as screens show it: the server's rows with this device's pending mutations applied. It holds order,
 * counts and small lists; the rows of large tables are read from `JournalRows`. It is a value: what it says never
 * changes. A change makes another one, in which each part that did not change is the identical object.
 */
export interface JournalState extends Readonly<Record<CardTable, EntryParts>> {
  readonly me: PartnerId
  /** False until what the first screen shows has been read. */
  readonly isRead: boolean
  /**
   * False until every row of the device's copy is in memory. Until then a number may still grow and an entry
   * that is missing here may exist.
   */
  readonly isWhole: boolean
  /** Undefined until the very first pull. */
  readonly journal: StoredJournal | undefined
  readonly profiles: readonly Profile[]
  readonly entries: Entries
  readonly likes: readonly RowOf<'quote_likes'>[]
  readonly customQuotes: readonly RowOf<'custom_quotes'>[]
  readonly memoryMarks: readonly MemoryMark[]
  readonly storyLinks: StoryLinks
  /** Everything visible up to here has been seen (D7); undefined until the first pull. */
  readonly readMarker: Instant | undefined
  /** In the order of sending. */
  readonly queue: readonly Queued[]
  /** Entries with a mutation that the server has not confirmed. */
  readonly unsent: ReadonlySet<string>
  /** The ids of entries and replies whose deletion can still be undone (D11). */
  readonly waitingDeletions: ReadonlySet<string>
  /** The same with what is known of each. */
  readonly deletions: readonly WaitingDeletion[]
  readonly rejections: readonly Rejection[]
  readonly progress: readonly Progress[]
  /** Texts begun or come back refused, and not sent. */
  readonly draftCount: number
  /** Photos that wait to be sent. */
  readonly unsentPhotos: UnsentByEntry
  /** Own rows that were kept while the copy was rebuilt, in no order (decision 0062). */
  readonly lostRows: readonly LostRow[]
  /** Rows of this person's own work that this app cannot read; they stay on the disk. */
  readonly unreadable: number
}

/** The order of the entries that are shown. */
export interface Entries {
  /** Newest first, by `createdAt` then `id`. */
  readonly list: readonly ListedEntry[]
  /** The partner's, of which the one that became visible last comes first. */
  readonly recent: readonly RecentRow[]
}

/** The order of the reactions, replies or photos that are shown: the rows of one of `cardTables`. */
export interface EntryParts {
  /** The partner's, of which the one that became visible last comes first. */
  readonly recent: readonly RecentPart[]
}

/** The state before anything has been read. */
export function emptyState(me: PartnerId): JournalState {
  return {
    me,
    isRead: false,
    isWhole: false,
    journal: undefined,
    profiles: [],
    entries: { list: [], recent: [] },
    ...byCardTable(() => ({ recent: [] })),
    likes: [],
    customQuotes: [],
    memoryMarks: [],
    storyLinks: storyLinksOf([]),
    readMarker: undefined,
    queue: [],
    unsent: new Set(),
    waitingDeletions: new Set(),
    deletions: [],
    rejections: [],
    progress: [],
    draftCount: 0,
    lostRows: [],
    unsentPhotos: new Map(),
    unreadable: 0,
  }
}

/** True once all rows of the server are in memory: what is missing then, the server does not have. */
export function isFilled({
  isWhole,
  progress,
  journal,
}: Pick<JournalState, 'isWhole' | 'progress' | 'journal'>): boolean {
  return (
    isWhole &&
    progress.length > 0 &&
    progress.every(({ backfillCursor }) => backfillCursor === undefined) &&
    journal?.copy === journal?.rebuilt
  )
}
