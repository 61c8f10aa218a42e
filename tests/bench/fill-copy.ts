import { expect, type Page } from '@playwright/test'
import { raw } from 'sql-template-tag'
import { parseRow } from '../../src/domain/table-schemas.ts'
import type { TestServer } from '../support/server.ts'

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
      await page.evaluate(putRows, { table, rows: rows.slice(from, from + slice) })
  }
  await page.evaluate(putRows, { table: 'progress', rows: [] })
  await page.reload()
  await expect.poll(async () => page.evaluate(isFilled), { timeout: 180_000 }).toBe(true)
}

/** Runs in the page: nothing older is left to be read. */
async function isFilled(): Promise<boolean> {
  const [name = ''] = (await indexedDB.databases()).flatMap(({ name: one }) =>
    one !== undefined && /^tagebuch-[-0-9a-f]{36}$/.test(one) ? [one] : [],
  )
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('The copy does not open')))
  })
  const progress = await new Promise<{ table: string; backfillCursor?: unknown }[]>((resolve) => {
    const reading = database.transaction('progress').objectStore('progress').getAll()
    reading.addEventListener('success', () => resolve(reading.result as never))
  })
  database.close()
  const isRead = (table: string) =>
    progress.some((one) => one.table === table && one.backfillCursor === undefined)
  return isRead('entries') && isRead('reactions')
}

interface Rows {
  readonly table: string
  readonly rows: readonly unknown[]
}

/** Runs in the page; for `progress` it notes that nothing older is left to be read. */
async function putRows({ table, rows }: Rows): Promise<void> {
  const [name] = (await indexedDB.databases()).flatMap(({ name: one }) =>
    one !== undefined && /^tagebuch-[-0-9a-f]{36}$/.test(one) ? [one] : [],
  )
  if (name === undefined) throw new Error('The page has no copy')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('The copy does not open')))
  })
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(table, 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(new Error('The copy took no rows')))
    const store = transaction.objectStore(table)
    for (const row of rows) store.put(row)
    if (table !== 'progress') return
    const reading = store.openCursor()
    reading.addEventListener('success', () => {
      const cursor = reading.result
      if (cursor === null) return
      cursor.update({ ...(cursor.value as object), backfillCursor: undefined })
      cursor.continue()
    })
  })
  database.close()
}
