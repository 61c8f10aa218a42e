import type { Page } from '@playwright/test'

/** The copy of the person signed in, as the browser names it; an expression in the page. */
const copy = `(async () => {
  const { id } = JSON.parse(localStorage.getItem('tagebuch.person'))
  const opening = indexedDB.open('tagebuch-' + id)
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
})()`
const done = `(request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})`

/** Resolves when no table of the copy has older pages left to read. */
export async function untilFilled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const database = await ${copy}
    const done = ${done}
    for (;;) {
      const progress = await done(database.transaction('progress').objectStore('progress').getAll())
      if (progress.length > 0 && progress.every((row) => row.backfillCursor === undefined)) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    database.close()
  })()`)
}

/** Entries and reactions in the copy. */
export async function rowsHeld(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const database = await ${copy}
    const done = ${done}
    let rows = 0
    for (const name of ['entries', 'reactions'])
      rows += await done(database.transaction(name).objectStore(name).count())
    database.close()
    return rows
  })()`)
}

/**
 * Seconds that it takes to put the rows of the copy into a fresh database with the same indexes, in
 * transactions of 1,000, by IndexedDB alone.
 */
export async function bareBulkWrite(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const from = await ${copy}
    const done = ${done}
    const tables = []
    for (const name of ['entries', 'reactions']) {
      const store = from.transaction(name).objectStore(name)
      const indexes = [...store.indexNames].map((index) => store.index(index))
      tables.push({
        name,
        indexes: indexes.map(({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry })),
        rows: await done(store.getAll()),
      })
    }
    from.close()
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
        const store = writing.objectStore(name)
        for (const row of rows.slice(start, start + 1000)) store.put(row)
        await new Promise((resolve, reject) => {
          writing.oncomplete = resolve
          writing.onabort = () => reject(writing.error)
        })
      }
    const took = (performance.now() - began) / 1000
    bare.close()
    await done(indexedDB.deleteDatabase('bare'))
    return took
  })()`)
}
