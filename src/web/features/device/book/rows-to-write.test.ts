import { expect, it } from 'vitest'
import { bookTables, type BookTable } from '../../../../domain/book-format.ts'
import { fieldSchemas } from '../../../../domain/table-schemas.ts'
import { at, entryOn, idOf, journalWith, me } from '../../../replica/memory/test-journal.ts'
import { withLost } from '../../../replica/questions/with-lost.ts'
import { entriesToTake, rowsToWrite } from './rows-to-write.ts'

/** A row of this person's, about the entry of the second day. */
function ownRow(table: BookTable) {
  const entry = entryOn(2, { userId: me })
  const fields = fieldSchemas[table].map(([field]) => [field, /id$/i.test(field) ? idOf(2) : at(2)])
  return table === 'entries' ? entry : { ...Object.fromEntries(fields), userId: me }
}

it('rows of each table that are on this device alone since the server was put back are written', () => {
  const memory = journalWith([])
  memory.change((rows) => {
    for (const table of bookTables) rows.put('lostRows', { key: table, table, row: ownRow(table) })
  })
  const whole = withLost({ state: memory.state(), rows: memory.shown })
  const all = entriesToTake(whole, true)
  const rows = rowsToWrite(whole, { all, entries: all, withPrivate: true, withPhotos: true })
  expect(bookTables.filter((table) => rows[table].length !== 1)).toEqual([])
})
