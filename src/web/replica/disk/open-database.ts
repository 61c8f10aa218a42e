import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb'
import type { PartnerId } from '../../../domain/ids.ts'
import { StorageError, storageFaultOf } from './storage-error.ts'
import {
  byEntry,
  byTime,
  databaseName,
  storeKeys,
  type CopyDatabase,
  type CopySchema,
} from './schema.ts'
import { largeParts } from '../memory/tables.ts'
import { systemTimers } from '../../browser/timers.ts'
import {
  leaveUndoable,
  noteShapes,
  readRemovalsAgain,
  upgradeDrafts,
  upgradeOutbox,
  upgradeProgress,
  upgradeRejections,
  type OldTransaction,
} from './upgrades.ts'

/** Versions up to 7 were written by a library that stored them times ten. */
const version = 120
const firstWithOwnKeys = 20
const firstWithMarks = 30
const firstWithKindsOfRemoval = 110
const firstWithShapes = 110

export interface Opening {
  /** Milliseconds since 1970; the system's clock unless given. */
  readonly now?: () => number
  /** Another connection wants to delete the copy (null) or to bring it to a newer version. */
  readonly onWanted?: (newVersion: number | null) => void
  /** The browser has closed the connection. */
  readonly onTerminated?: () => void
  /** False where a copy that is not there must not be made. */
  readonly mayCreate?: boolean
}

/** Opens a person's copy, and brings one of an earlier version to this one. Rejects with `StorageError`. */
export async function openDatabase(
  person: PartnerId,
  { now = () => systemTimers.now(), onWanted, onTerminated, mayCreate = true }: Opening = {},
): Promise<CopyDatabase> {
  let isMissing = false
  const opening = openDB<CopySchema>(databaseName(person), version, {
    async upgrade(database, oldVersion, _, transaction) {
      // A failure rejects the opening.
      transaction.done.catch(() => undefined)
      isMissing = oldVersion === 0 && !mayCreate
      // `idb` knows the stores of this version alone, and here those of older ones are met.
      const held = database as unknown as IDBPDatabase
      const old = transaction as unknown as OldTransaction
      try {
        // Aborted, it leaves none behind.
        if (isMissing) transaction.abort()
        else await upgrade(held, oldVersion, old)
        if (oldVersion > 0) await leaveUndoable(old, now())
      } catch {
        abort(transaction)
      }
    },
    blocking: (_, newVersion) => onWanted?.(newVersion),
    ...(onTerminated && { terminated: onTerminated }),
  })
  try {
    return copyDatabase(await opening)
  } catch (cause) {
    throw new StorageError(isMissing ? 'closed' : storageFaultOf(cause), cause)
  }
}

function copyDatabase(database: IDBPDatabase<CopySchema>): CopyDatabase {
  const running = new Set<{ abort(): void }>()
  return {
    name: database.name,
    begin(names, mode, options) {
      const transaction = database.transaction([...names], mode, options)
      // `idb` makes `done` for every transaction; that of a read would be an unhandled rejection.
      const ended = () => void running.delete(transaction)
      transaction.done.then(ended, ended)
      running.add(transaction)
      return transaction
    },
    close: () => database.close(),
    leave() {
      for (const transaction of running) abort(transaction)
      database.close()
    },
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended, or will without the page.
  }
}

async function upgrade(
  database: IDBPDatabase,
  oldVersion: number,
  transaction: OldTransaction,
): Promise<void> {
  const old = new Set(database.objectStoreNames)
  const drafts = old.has('drafts') ? await transaction.objectStore('drafts').getAll() : []
  const outbox = old.has('outbox') ? await transaction.objectStore('outbox').getAll() : []
  const marked = old.has('inFlight') ? await transaction.objectStore('inFlight').getAllKeys() : []
  const rejections = old.has('refusals') ? await transaction.objectStore('refusals').getAll() : []
  for (const name of remade) if (old.has(name)) database.deleteObjectStore(name)
  for (const [name, keyPath] of Object.entries(storeKeys))
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath })
  keepIndexes(transaction, 'entries', byTime, ['createdAt', 'id'])
  for (const name of largeParts) keepIndexes(transaction, name, byEntry, byEntry)
  await Promise.all([
    upgradeDrafts(transaction, drafts, oldVersion < firstWithOwnKeys),
    upgradeOutbox(transaction, outbox, marked, oldVersion < firstWithMarks),
    upgradeRejections(transaction, rejections),
    oldVersion < firstWithMarks ? upgradeProgress(transaction) : undefined,
  ])
  if (oldVersion < firstWithKindsOfRemoval) await readRemovalsAgain(transaction)
  if (oldVersion < firstWithShapes) await noteShapes(transaction)
}

/** Stores that are no longer needed, or whose rows have another key now. */
const remade = ['drafts', 'outbox', 'refusals', 'inFlight', 'entryKeys', 'fillings', 'connections']

/** Leaves one index; an index that is added to a full table would keep the copy from opening for seconds. */
function keepIndexes(
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  table: string,
  wanted: string,
  keyPath: string | string[],
): void {
  const store = transaction.objectStore(table)
  for (const name of store.indexNames) if (name !== wanted) store.deleteIndex(name)
  if (!store.indexNames.contains(wanted)) store.createIndex(wanted, keyPath)
}
