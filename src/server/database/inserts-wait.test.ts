import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { rowValues } from '../../../tests/support/sql.ts'
import { lockAwaited, refusal } from '../../../tests/support/database.ts'
import { anna, db, sqlAs, withTwoPeople } from '../../../tests/support/test-database.ts'

withTwoPeople()

describe('an insert that is sent again while its row is being deleted', () => {
  it.each([
    ['entries', { category: 'gedanken', content: 'Text' }],
    ['custom_quotes', { quote_text: 'Wer wagt', quote_author: 'Niemand' }],
  ])('does not bring it back: %s', async (table, fields) => {
    const row = { id: randomUUID(), user_id: anna, ...fields }
    const insert = async () => sqlAs(anna)`insert into ${raw(table)} ${rowValues(row)}`
    await insert()
    let again: Promise<{ code: string } | undefined> = Promise.resolve(undefined)
    await db.sql.transaction(async (sql) => {
      await sql`delete from ${raw(table)} where id = ${row.id}`
      again = refusal(insert())
      await Promise.race([lockAwaited(db.sql), again.catch(() => undefined)])
    })
    expect((await again)?.code).toBe('23505')
    expect(await db.sql`select from ${raw(table)} where id = ${row.id}`).toHaveLength(0)
  })
})
