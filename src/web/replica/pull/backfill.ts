import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Page } from '../../backend/page.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import { applyRows } from '../store/apply-rows.ts'
import type { Store } from '../store/store.ts'
import { isSameCursor, progressOf, readPage, merge, type Pull } from './reading.ts'

/**
 * Reads the older pages of every table whose initial pull is unfinished, until the oldest row is there
 * or `shouldYield` says that something else is wanted first. One request a page: the next page is
 * asked for while the last one is stored, and tables are read side by side.
 */
export async function backfill(pull: Pull, shouldYield: () => boolean): Promise<'done' | 'more'> {
  const progress = [...progressOf(pull.store).values()]
  let hasFailed = false
  const isOver = () => hasFailed || shouldYield()
  const reading = progress.map(async ({ table, backfillCursor: from }) => {
    if (from === undefined || isOver()) return
    await fillTable(pull, table, from, isOver).catch((cause: unknown) => {
      hasFailed = true
      throw cause
    })
  })
  // All have come to their end before the pull does.
  await Promise.allSettled(reading)
  await Promise.all(reading)
  return hasBackfill(pull.store) ? 'more' : 'done'
}

async function fillTable(
  pull: Pull,
  table: SyncedTable,
  start: Cursor,
  isOver: () => boolean,
): Promise<void> {
  let from = start
  let page = await olderPage(pull, table, from)
  for (;;) {
    const { last } = page
    const next =
      page.full && last !== undefined && !isOver() ? olderPage(pull, table, last) : undefined
    // If storing fails, nothing waits for it.
    next?.catch(() => undefined)
    const goesOn = await storePage(pull, table, from, page)
    if (!goesOn || next === undefined || last === undefined) return
    page = await next
    from = last
  }
}

async function olderPage(pull: Pull, table: SyncedTable, from: Cursor) {
  return readPage(pull, table, { direction: 'older', limit: pull.pageSize, from })
}

/** False where another tab has gone on while this page was on its way. */
async function storePage(
  pull: Pull,
  table: SyncedTable,
  from: Cursor,
  page: Page<SyncedTable>,
): Promise<boolean> {
  return merge(pull, 'copy', (rows) => {
    applyRows(rows, table, page.rows)
    const progress = rows.get('progress', table)
    if (progress === undefined || !isSameCursor(progress.backfillCursor, from)) return false
    rows.put('progress', { ...progress, backfillCursor: page.full ? page.last : undefined })
    return true
  })
}

export function hasBackfill(store: Store): boolean {
  return [...progressOf(store).values()].some((row) => row.backfillCursor !== undefined)
}
