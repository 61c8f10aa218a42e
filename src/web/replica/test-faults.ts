import { expect, vi } from 'vitest'

import type { PartnerId } from '../../domain/ids.ts'
import type { TableRows } from './copy/carry-over.ts'
import { databaseName } from './copy/database.ts'
import type { LiveQuery } from './copy/last-belongings.ts'
import { memoryCopyOf } from './copy/memory-copies.ts'

/** From now on the device takes nothing in any more; the copy in memory has another name. */
export function fillDevice(me: PartnerId): void {
  for (const method of ['put', 'add'] as const) {
    // oxlint-disable-next-line unbound-method -- called on the store below
    const store = IDBObjectStore.prototype[method]
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function full(
      this: IDBObjectStore,
      ...input
    ) {
      if (this.transaction.db.name === databaseName(me))
        throw new DOMException('no room', 'QuotaExceededError')
      return store.apply(this, input)
    })
  }
}

/** Holds the device's opening back until the returned function is called. */
export function delayOpening(): () => void {
  const open = indexedDB.open.bind(indexedDB)
  const held: (() => void)[] = []
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const request = new EventTarget() as IDBOpenDBRequest
    held.push(() => {
      const real = open(name, version)
      for (const kind of ['upgradeneeded', 'success', 'error'] as const)
        real.addEventListener(kind, (event) => {
          Object.defineProperties(request, {
            result: { value: real.result, configurable: true },
            transaction: { value: real.transaction, configurable: true },
          })
          request[`on${kind}`]?.call(request, event as never)
        })
    })
    return request
  })
  return () => held.forEach((go) => go())
}

/** Deletes the copy as another page of the site could. */
export async function deleteFromOutside(me: PartnerId): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName(me))
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })
}

/** As a browser evicts a site's data: the connections are closed without a question. */
export function evict(me: PartnerId): void {
  const raw = indexedDB as unknown as {
    _databases: Map<string, { connections: { onclose: (() => void) | null; close(): void }[] }>
  }
  const database = raw._databases.get(databaseName(me))
  raw._databases.delete(databaseName(me))
  for (const connection of database?.connections ?? []) {
    connection.onclose?.()
  }
}

/** Follows the belongings by `answers`, and can tell what was read of them. */
export function createFollowing(answers: { readonly liveQuery: LiveQuery }) {
  const read: string[] = []
  const liveQuery: LiveQuery = (readRows) =>
    answers.liveQuery(async () => {
      const rows = await readRows()
      read.push(JSON.stringify([...(rows as TableRows)]))
      return rows
    })
  return {
    liveQuery,
    /** Waits until this text was among them. */
    until: async (text: string) => vi.waitFor(() => expect(read.join('')).toContain(text)),
  }
}

/** What the sender does with an operation that the server has answered. */
export async function settleFirst(me: PartnerId): Promise<void> {
  const memory = memoryCopyOf(me)?.database
  const first = await memory?.outbox.orderBy('seq').first()
  if (first !== undefined) await memory?.outbox.delete(first.seq)
}
