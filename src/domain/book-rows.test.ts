import { expect, it } from 'vitest'
import { bookColumns, bookTables, byBookTable } from './book-format.ts'
import type { Book, ReadRow } from './book-reader.ts'
import { rowsOfBook } from './book-rows.ts'
import type { EntryId, PartnerId } from './ids.ts'
import { reactionId } from './reaction.ts'

const me = '11111111-1111-4111-8111-111111111111' as PartnerId
const partner = '22222222-1111-4111-8111-111111111111' as PartnerId
const entryId = '22222222-2222-4222-8222-000000000001' as EntryId

function bookOf(rows: Partial<Book['rows']>): Book {
  const header = { timeZone: 'Europe/Berlin' } as Book['header']
  return {
    header,
    rows: { ...byBookTable(() => []), ...rows },
    pictures: new Set(),
    isProven: true,
  }
}

it('rows of a file have the ids that follow from the accounts here', () => {
  const reaction: ReadRow = { entry_id: entryId, user_id: 1, emoji: '❤️' }
  expect(
    rowsOfBook(bookOf({ reactions: [reaction] }), 'reactions', [me, partner], 'Europe/Berlin'),
  ).toEqual([{ ...reaction, id: reactionId(entryId, partner, '❤️'), user_id: partner }])
})

it.each(bookTables)('rows of a file come back as they were written, at their time: %s', (table) => {
  const written = bookColumns[table].map((column): [string, string] => [column, `${column} Äß z`])
  const row = { ...Object.fromEntries(written), user_id: 1, scheduled_date: null } as ReadRow
  expect(
    rowsOfBook(bookOf({ [table]: [row] }), table, [me, partner], 'Europe/Berlin'),
  ).toMatchObject([{ ...row, user_id: partner }])
})

it('a date without a time stays on its day where the journal has another time zone since', () => {
  const entry = (scheduled_date: string | null): ReadRow => ({
    id: entryId,
    user_id: 0,
    scheduled_date,
  })
  const book = bookOf({ entries: [entry(null), entry('2026-11-19T23:00:00.000000Z')] })
  const rows = rowsOfBook(book, 'entries', [me, partner], 'America/New_York')
  expect(rows.map((row) => row['scheduled_date'])).toEqual([null, '2026-11-20T05:00:00.000000Z'])
})

it('all else of a row comes back as it was written, a reply at its time', () => {
  const reply: ReadRow = {
    id: '33333333-3333-4333-8333-000000000001',
    entry_id: entryId,
    user_id: 1,
    content: 'Und „mit“ Hund?',
    created_at: '2026-11-19T23:00:00.123456Z',
  }
  const rows = rowsOfBook(bookOf({ replies: [reply] }), 'replies', [me, partner], 'Europe/Berlin')
  expect(rows).toEqual([{ ...reply, user_id: partner }])
})
