import { Dexie, type EntityTable, type Table } from 'dexie'

import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { MemoryMark } from '../../../domain/memory-days.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { CustomQuoteRow, LastLookRow, ProfileRow, QuoteLikeRow } from '../../backend/rows.ts'
import type {
  Draft,
  EntryKeys,
  Filling,
  InFlight,
  KnownId,
  Lease,
  Progress,
  Queued,
  Refusal,
  SentEdit,
  StoredJournal,
  Tombstone,
  WaitingDeletion,
} from './stored-rows.ts'
import { takeOverDrafts, takeOverOutbox, takeOverProgress } from './upgrades.ts'

/**
 * One person's copy of the journal. The tables named after the server's hold its rows and nothing
 * else; screens show those rows with the outbox applied (`mutations/optimistic.ts`).
 */
export type ReplicaDatabase = Dexie & {
  entries: EntityTable<Entry, 'id'>
  reactions: EntityTable<Reaction, 'id'>
  entryKeys: EntityTable<EntryKeys, 'id'>
  fillings: Table<Filling, 'entryKeys'>
  profiles: EntityTable<ProfileRow, 'id'>
  quote_likes: EntityTable<QuoteLikeRow, 'id'>
  custom_quotes: EntityTable<CustomQuoteRow, 'id'>
  memory_marks: EntityTable<MemoryMark, 'id'>
  last_looks: EntityTable<LastLookRow, 'id'>
  journal: Table<StoredJournal, 'journal'>
  tombstones: Table<Tombstone, [SyncedTable, string]>
  progress: Table<Progress, SyncedTable>
  outbox: EntityTable<Queued, 'seq'>
  inFlight: Table<InFlight, string>
  deletions: Table<WaitingDeletion, EntryId>
  sentEdits: Table<SentEdit, EntryId>
  refusals: EntityTable<Refusal, 'id'>
  drafts: Table<Draft, string>
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
 * Declares the copy; it opens with the first access. Given a memory device, it is there under a
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

/** What this browser has, if anything, before Dexie is given a memory device's. */
const browser = withoutNewer({ ...Dexie.dependencies })

/** The copy was written by a newer version of the app. */
class NewerCopyError extends Error {
  override readonly name = 'NewerCopyError'
}

/**
 * Where a copy is newer than the schema declared here, Dexie opens it once more without a version, and
 * changes it where it does not fit. This program does not know what its rows mean: it stays as it is.
 */
function withoutNewer(dependencies: typeof Dexie.dependencies): typeof Dexie.dependencies {
  // Missing in some windows; null where the browser refuses even the look at it.
  const factory = dependencies.indexedDB as IDBFactory | null | undefined
  if (factory === undefined || factory === null) return dependencies
  const indexedDB = new Proxy(factory, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (typeof value !== 'function') return value
      if (property !== 'open') return value.bind(target) as unknown
      return (name: string, version?: number) => {
        if (version === undefined) throw new NewerCopyError(name)
        return target.open(name, version)
      }
    },
  })
  return { ...dependencies, indexedDB }
}

/** The browser's copy, in which a write counts as done only when it lies on the disk. */
export function createStrictDatabase(person: PartnerId): ReplicaDatabase {
  return declare(databaseName(person), browser, 'strict')
}

function declare(
  name: string,
  dependencies: typeof browser,
  chromeTransactionDurability: 'default' | 'strict' = 'default',
): ReplicaDatabase {
  const options = { ...dependencies, chromeTransactionDurability }
  const database = new Dexie(name, options) as ReplicaDatabase
  database.version(1).stores({
    // The feed reads windows by time of writing, all or one category; the news by visibility.
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
  database
    .version(3)
    .stores({ outbox: '++seq, aggregateId', inFlight: 'id', connections: null })
    .upgrade(async (upgrade) => {
      await takeOverOutbox(upgrade.table('outbox'), upgrade.table('inFlight'))
      await takeOverProgress(upgrade.table('progress'))
    })
  database.version(4).stores({
    entryKeys: 'id, [userId+createdAt+id], [doneKey+createdAt+id]',
    fillings: 'table',
  })
  database.version(5).stores({ memory_marks: 'id' })
  // By the kind of write: a screen that some kinds concern is not read anew for each other one.
  database.version(6).stores({ outbox: '++seq, aggregateId, mutation.action' })
  database.version(7).stores({ sentEdits: 'entryId' })
  return database
}
