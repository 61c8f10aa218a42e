import { expect, it } from 'vitest'
import { bookColumns, bookTables, byBookTable, type BookTable } from './book-format.ts'
import type { Book, ReadRow } from './book-reader.ts'
import { rowsOfBook } from './book-rows.ts'
import type { EntryId, PartnerId } from './ids.ts'
import { reactionId } from './reaction.ts'

const me = '11111111-1111-4111-8111-111111111111' as PartnerId
const partner = '22222222-1111-4111-8111-111111111111' as PartnerId
const entryId = '22222222-2222-4222-8222-000000000001' as EntryId

function bookOf(rows: Partial<Book['rows']>): Book {
  const header = { timeZone: 'Europe/Berlin' } as Book['header']
  const all = { ...byBookTable(() => []), ...rows }
  return { header, rows: all, pictures: new Set(), isProven: true }
}

const rowsIn = (table: BookTable, row: ReadRow, zone = 'Europe/Berlin') =>
  rowsOfBook(bookOf({ [table]: [row] }), table, [me, partner], zone)

it('rows of a file have the ids that follow from the accounts here', () => {
  const reaction: ReadRow = { entry_id: entryId, user_id: 1, emoji: '❤️' }
  const id = reactionId(entryId, partner, '❤️')
  expect(rowsIn('reactions', reaction)).toEqual([{ ...reaction, id, user_id: partner }])
})

it.each(bookTables)('rows of a file come back as they were written, at their time: %s', (table) => {
  const written = bookColumns[table].map((column): [string, string] => [column, `${column} Äß z`])
  const row = { ...Object.fromEntries(written), user_id: 1, scheduled_date: null } as ReadRow
  const id: unknown = expect.any(String)
  expect(rowsIn(table, row)).toEqual([{ id, ...row, user_id: partner }])
})

it('a date without a time stays on its day where the journal has another time zone since', () => {
  const dateOf = (scheduled_date: string | null) => {
    const entry: ReadRow = { id: entryId, user_id: 0, scheduled_date }
    return rowsIn('entries', entry, 'America/New_York')[0]?.['scheduled_date']
  }
  expect(dateOf(null)).toBeNull()
  expect(dateOf('2026-11-19T23:00:00.000000Z')).toBe('2026-11-20T05:00:00.000000Z')
})
