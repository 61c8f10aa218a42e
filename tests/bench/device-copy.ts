import type { Page } from '@playwright/test'
import { raw } from 'sql-template-tag'
import { parseRow } from '../../src/domain/table-schemas.ts'
import type { TestServer } from '../support/server.ts'

/** Runs a script in the page, which sees the `copy` of the person signed in, and `done`, a request as a promise. */
async function inCopy<Value>(page: Page, script: string): Promise<Value> {
  return page.evaluate<Value>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const stored = (transaction) => new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    const { id } = JSON.parse(localStorage.getItem('tagebuch.person'))
    const copy = await done(indexedDB.open('tagebuch-' + id))
    try { ${script} } finally { copy.close() }
  })()`)
}

const progress = `done(copy.transaction('progress').objectStore('progress').getAll())`

/** Resolves when no table of the copy has older pages left to read. */
export async function untilFilled(page: Page): Promise<void> {
  await inCopy(
    page,
    `for (;;) {
      const rows = await ${progress}
      const isThere = (name) => rows.some(({ table }) => table === name)
      const isRead = rows.every((row) => row.backfillCursor === undefined)
      if (isRead && isThere('entries') && isThere('reactions')) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }`,
  )
}

const slice = 5_000

/**
 * Puts all entries and reactions of the server's journal into the copy on the page's device, in
 * place of the backfill, reloads the page and waits until the app asks for nothing older.
 */
export async function fillCopy(page: Page, server: TestServer): Promise<void> {
  for (const table of ['entries', 'reactions'] as const) {
    const all = await server
      .pool()
      .query<{ row: unknown }>(raw(`select to_json(row) as row from public.${table} as row`))
    const rows = all.map(({ row }) => parseRow(table, row))
    for (let from = 0; from < rows.length; from += slice)
      await put(page, table, rows.slice(from, from + slice))
  }
  const ended = await inCopy<readonly object[]>(
    page,
    `return (await ${progress}).map(({ backfillCursor, ...row }) => row)`,
  )
  await put(page, 'progress', ended)
  await page.reload()
  await untilFilled(page)
}

async function put(page: Page, table: string, rows: readonly unknown[]): Promise<void> {
  await inCopy(
    page,
    `const writing = copy.transaction('${table}', 'readwrite')
    for (const row of ${JSON.stringify(rows)}) writing.objectStore('${table}').put(row)
    await stored(writing)`,
  )
}

/** Entries and reactions in the copy. */
export async function rowsHeld(page: Page): Promise<number> {
  return inCopy(
    page,
    `const held = ['entries', 'reactions'].map((name) => done(copy.transaction(name).objectStore(name).count()))
    return (await Promise.all(held)).reduce((sum, count) => sum + count)`,
  )
}

/**
 * Seconds that it takes to put the rows of the copy into a fresh database with the same indexes, in
 * transactions of 1,000, by IndexedDB alone.
 */
export async function bareBulkWrite(page: Page): Promise<number> {
  return inCopy(
    page,
    `const tables = []
    for (const name of ['entries', 'reactions']) {
      const store = copy.transaction(name).objectStore(name)
      const indexes = [...store.indexNames].map((index) => store.index(index))
      tables.push({
        name,
        indexes: indexes.map(({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry })),
        rows: await done(store.getAll()),
      })
    }
    const opening = indexedDB.open('bare')
    opening.onupgradeneeded = () => {
      for (const { name, indexes } of tables) {
        const store = opening.result.createObjectStore(name, { keyPath: 'id' })
        for (const { name: index, keyPath, ...options } of indexes)
          store.createIndex(index, keyPath, options)
      }
    }
    const bare = await done(opening)
    const began = performance.now()
    for (const { name, rows } of tables)
      for (let start = 0; start < rows.length; start += 1000) {
        const writing = bare.transaction(name, 'readwrite')
        for (const row of rows.slice(start, start + 1000)) writing.objectStore(name).put(row)
        await stored(writing)
      }
    const took = (performance.now() - began) / 1000
    bare.close()
    await done(indexedDB.deleteDatabase('bare'))
    return took`,
  )
}
