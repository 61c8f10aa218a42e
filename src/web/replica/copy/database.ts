import { Dexie, type EntityTable, type Table } from 'dexie'

import type {
  CustomQuoteRow,
  JournalRow,
  LastLookRow,
  ProfileRow,
  QuoteLikeRow,
  Cursor,
  SyncedTable,
} from '../../backend/rows.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { Connection, Refusal } from '../journal.ts'
import type { Queued } from '../mutations/operation.ts'
import { takeOverDrafts } from './upgrades.ts'

/** A row that disappeared; it keeps older news of the row from bringing it back. */
export interface Tombstone {
  readonly table: SyncedTable
  readonly rowId: string
  readonly removedAt: Instant
}

/** A deletion that can still be undone (D11). */
export interface WaitingDeletion {
  readonly entryId: EntryId
  /** Milliseconds of the device's clock. */
  readonly due: number
}

/** How far a table has been read. */
export interface Progress {
  readonly table: SyncedTable
  /** The newest key read; pull goes on from here less its overlap. */
  readonly cursor: Cursor | undefined
  /** Where the first pull continues towards the oldest row; `undefined` when it is done. */
  readonly older: Cursor | undefined
}

/** Which form a draft was typed in. */
export type DraftForm = 'new-entry' | 'custom-quote' | `edit:${string}`

/** The unsent text of one form (D26). */
export interface Draft {
  /** A UUID: the entry or quote that is made of this text gets it as its id. */
  readonly key: string
  readonly form: DraftForm
  /** Counts up: of two drafts, the one that began later has the greater one. */
  readonly order: number
  /** The tab whose open form this is; `undefined` once that form was closed. */
  readonly owner: string | undefined
  /** What the form holds; a JSON-able value that the form itself reads. */
  readonly value: unknown
}

/** What each tab last knew of its connection, so that live queries notice a change. */
export interface TabConnection {
  readonly tab: string
  readonly connection: Connection
  /** Milliseconds of the device's clock; leftovers of closed tabs are cleared by age. */
  readonly at: number
}

/** The right to send where the browser has no Web Locks (plain HTTP). */
export interface Lease {
  readonly name: string
  readonly owner: string
  readonly until: number
}

/** The journal's row; there is one. */
export interface StoredJournal extends JournalRow {
  readonly key: 'journal'
  /** Another from the moment a rebuild begins; a copy of 0.1.0 has none before its first. */
  readonly copy?: string
  /** Another after each rebuild. */
  readonly rebuilt?: string
}

/** An id that must not be created again although its row is unknown here (D13). */
export interface KnownId {
  readonly id: string
}

/**
 * One person's copy of the journal. The tables named after the server's hold its rows and
 * nothing else; what the screen shows is those rows and the outbox, put together in `overlay.ts`.
 */
export type ReplicaDatabase = Dexie & {
  entries: EntityTable<Entry, 'id'>
  reactions: EntityTable<Reaction, 'id'>
  profiles: EntityTable<ProfileRow, 'id'>
  quote_likes: EntityTable<QuoteLikeRow, 'id'>
  custom_quotes: EntityTable<CustomQuoteRow, 'id'>
  last_looks: EntityTable<LastLookRow, 'id'>
  journal: Table<StoredJournal, 'journal'>
  tombstones: Table<Tombstone, [SyncedTable, string]>
  progress: Table<Progress, SyncedTable>
  outbox: EntityTable<Queued, 'seq'>
  deletions: Table<WaitingDeletion, EntryId>
  refusals: EntityTable<Refusal, 'id'>
  drafts: Table<Draft, string>
  connections: Table<TabConnection, string>
  leases: Table<Lease, string>
  knownIds: Table<KnownId, string>
}

/** The name of one person's copy: two people on one device never share a row. */
export function databaseName(person: PartnerId): string {
  return `tagebuch-${person}`
}

/** An IndexedDB that is not the browser's. */
export interface MemoryDevice {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange
}

/**
 * Declares the copy; it opens with the first access. Given a memory device, it lies there under a
 * name of its own, because live queries and other tabs go by the name.
 */
export function createDatabase(person: PartnerId, memory?: MemoryDevice): ReplicaDatabase {
  const name = databaseName(person)
  if (memory === undefined) return declare(name, browser)
  // In a browser without IndexedDB live queries run only if Dexie is told of one.
  Dexie.dependencies.indexedDB ??= memory.indexedDB
  Dexie.dependencies.IDBKeyRange ??= memory.IDBKeyRange
  return declare(`${name}-memory`, memory)
}

/** What this browser has, if anything; what Dexie is told of later is not the device's. */
const browser = { ...Dexie.dependencies }

function declare(name: string, dependencies: typeof browser): ReplicaDatabase {
  const database = new Dexie(name, { ...dependencies }) as ReplicaDatabase
  database.version(1).stores({
    // The feed reads windows by time of writing, all or one category; the bell by visibility.
    entries: 'id, [createdAt+id], [category+createdAt+id], [userId+visibleSince]',
    reactions: 'id, entryId, [userId+visibleSince]',
    profiles: 'id',
    quote_likes: 'id',
    custom_quotes: 'id',
    last_looks: 'id',
    journal: 'key',
    tombstones: '[table+rowId]',
    progress: 'table',
    outbox: '++seq, subject',
    deletions: 'entryId, due',
    refusals: '++id',
    drafts: 'key',
    connections: 'tab',
    leases: 'name',
    knownIds: 'id',
  })
  database
    .version(2)
    .stores({ drafts: 'key, form, order' })
    .upgrade(async (upgrade) => takeOverDrafts(upgrade.table('drafts')))
  return database
}
