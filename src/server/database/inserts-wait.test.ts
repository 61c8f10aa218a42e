import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { rowValues } from '../../../tests/support/sql.ts'
import type { TestDatabase } from '../../../tests/support/cluster.ts'
import {
  asPerson,
  createPartner,
  createTestDatabase,
  lockAwaited,
  refusal,
} from '../../../tests/support/database.ts'

let db: TestDatabase
let anna: string

beforeAll(async () => {
  db = await createTestDatabase()
  anna = await createPartner(db.sql, 'Anna')
})
afterAll(() => db.drop())

describe('an insert that is sent again while its row is being deleted', () => {
  it.each([
    ['entries', { category: 'gedanken', content: 'Text' }],
    ['custom_quotes', { quote_text: 'Wer wagt', quote_author: 'Niemand' }],
  ])('does not bring it back: %s', async (table, fields) => {
    const row = { id: randomUUID(), user_id: anna, ...fields }
    const insert = async () =>
      asPerson(db.sql, anna, (sql) => sql`insert into ${raw(table)} ${rowValues(row)}`)
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
