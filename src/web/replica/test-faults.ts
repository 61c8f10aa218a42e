import { forceCloseDatabase } from 'fake-indexeddb'
import { openDB, type IDBPDatabase } from 'idb'
import { vi } from 'vitest'
import type { PartnerId } from '../../domain/ids.ts'
import { openDatabase } from './disk/open-database.ts'
import { databaseName, type CopySchema } from './disk/schema.ts'
import { me } from './memory/test-journal.ts'

/** The device's rows, read by itself. */
export async function onDevice<Value>(
  read: (database: IDBPDatabase<CopySchema>) => Promise<Value>,
): Promise<Value> {
  const made = await openDatabase(me)
  made.close()
  const database = await openDB<CopySchema>(databaseName(me))
  try {
    return await read(database)
  } finally {
    database.close()
  }
}

/** From now on the device takes nothing in any more. */
export function fillDevice(): void {
  const error = new DOMException('no room', 'QuotaExceededError')
  for (const method of ['put', 'add'] as const) {
    // oxlint-disable-next-line unbound-method -- called on the store below
    const store = IDBObjectStore.prototype[method]
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function full(
      this: IDBObjectStore,
      ...input
    ) {
      const request = store.apply(this, input)
      Object.defineProperty(request, 'error', {
        get: () => error,
        set() {
          // The abort sets another.
        },
      })
      this.transaction.abort()
      return request
    })
  }
}

/** The device never answers an opening. */
export function neverOpen(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
}

/** Holds the device's next opening back until the returned function is called. */
export function delayOpening(): () => void {
  const open = indexedDB.open.bind(indexedDB)
  const held: (() => void)[] = []
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const request = new IDBOpenDBRequest()
    held.push(() => {
      const real = open(name, version)
      for (const kind of ['upgradeneeded', 'success', 'error'] as const)
        real.addEventListener(kind, (event) => {
          for (const property of ['result', 'transaction', 'error'] as const)
            Object.defineProperty(request, property, {
              get: () => real[property],
              configurable: true,
            })
          const { oldVersion = 0, newVersion = null } = event as Partial<IDBVersionChangeEvent>
          request.dispatchEvent(new IDBVersionChangeEvent(kind, { oldVersion, newVersion }))
        })
    })
    return request
  })
  return () => held.forEach((go) => go())
}

/** Deletes the copy, as another page of the site could; open connections are asked to close. */
export async function deleteCopy(person: PartnerId = me): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName(person))
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })
}

interface Connections {
  readonly _databases: Map<string, OpenedDatabase>
}

interface OpenedDatabase {
  readonly connections: readonly IDBDatabase[]
  readonly transactions: readonly (IDBTransaction & { readonly _state: string })[]
}

function opened(): OpenedDatabase {
  const { _databases: databases } = indexedDB as unknown as Connections
  return databases.get(databaseName(me)) ?? { connections: [], transactions: [] }
}

function connections(): readonly IDBDatabase[] {
  return [...opened().connections]
}

/** As a system closes the connections of a page in the background; what they stored stays. */
export function closeConnections(): void {
  for (const connection of connections()) forceCloseDatabase(connection as never)
}

/** As a browser evicts a site's data: connections are closed without a question, what they do is aborted. */
export function evict(): void {
  for (const transaction of opened().transactions)
    if (transaction._state !== 'finished') transaction.abort()
  const open = connections()
  const { _databases: databases } = indexedDB as unknown as Connections
  databases.delete(databaseName(me))
  for (const connection of open) forceCloseDatabase(connection as never)
}

/** True where the device has a copy. */
export async function hasCopy(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === databaseName(me))
}
