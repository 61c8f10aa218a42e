import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { rowValues } from '../../../tests/support/sql.ts'
import { type TestDatabase } from '../../../tests/support/cluster.ts'
import {
  asPerson,
  createPartner,
  createTestDatabase,
  lockAwaited,
  refusal,
} from '../../../tests/support/database.ts'

let db: TestDatabase
let author: string
let partner: string

beforeAll(async () => {
  db = await createTestDatabase()
  author = await createPartner(db.sql, 'Anna')
  partner = await createPartner(db.sql, 'Ben')
})
afterAll(() => db.drop())

async function writeEntry(): Promise<string> {
  const id = randomUUID()
  await db.sql`insert into entries (id, user_id, category, content)
    values (${id}, ${author}, 'gedanken', 'Text')`
  return id
}

describe.each([
  ['reactions', { emoji: '👀' }],
  ['replies', { content: 'Antwort' }],
  ['memory_marks', {}],
  ['reviews', { direction: 'hr-de', grade: 3, words_hash: randomUUID() }],
])('a new row of %s at the moment in which its entry becomes private', (table, fields) => {
  it('waits, and is refused like one to an entry that is missing', async () => {
    const id = await writeEntry()
    const add = (entry: string) =>
      asPerson(db.sql, partner, async (sql) => {
        const row = { entry_id: entry, user_id: partner, ...fields }
        await sql`insert into ${raw(table)} ${rowValues(row)}`
      })
    let adding: Promise<unknown> = Promise.resolve()
    await db.sql.transaction(async (sql) => {
      await sql`update entries set is_private = true where id = ${id}`
      adding = refusal(add(id))
      await Promise.race([lockAwaited(db.sql), adding.catch(() => undefined)])
    })
    const missing = await refusal(add(randomUUID()))
    expect(await adding).toEqual(missing)
    expect(missing).toMatchObject({
      code: '42501',
      message: `new row violates row-level security policy for table "${table}"`,
    })
  })
})

describe('the change of a reply at the moment in which its entry becomes private', () => {
  it('waits for the entry before it takes its own row, so neither ends the other', async () => {
    const [id, reply] = [await writeEntry(), randomUUID()]
    await db.sql`insert into replies (id, entry_id, user_id, content)
      values (${reply}, ${id}, ${partner}, 'Alt')`
    const edit = async () =>
      asPerson(
        db.sql,
        partner,
        (sql) => sql`update replies set content = 'Neu' where id = ${reply} returning id`,
      )
    let editing: Promise<unknown> = Promise.resolve()
    await db.sql.transaction(async (sql) => {
      await sql`select from entries where id = ${id} for update`
      editing = edit()
      await lockAwaited(db.sql)
      await sql`update entries set is_private = true where id = ${id}`
    })
    expect(await editing).toEqual([])
    expect(await db.sql`select content from replies where id = ${reply}`).toEqual([
      { content: 'Alt' },
    ])
    await db.sql`update entries set is_private = false where id = ${id}`
    expect(await edit()).toEqual([{ id: reply }])
  })
})

describe('a reaction', () => {
  it('is as visible as its entry, also after that became private or shared', async () => {
    const id = await writeEntry()
    const react = async (person: string) =>
      asPerson(db.sql, person, async (sql) => {
        await sql`insert into reactions (entry_id, user_id, emoji) values (${id}, ${person}, '🔥')`
      })
    const hide = async (isPrivate: boolean) =>
      asPerson(db.sql, author, async (sql) => {
        await sql`update entries set is_private = ${isPrivate} where id = ${id}`
      })
    const seenBy = async (person: string) =>
      asPerson(db.sql, person, async (sql) => {
        const rows = await sql`select id from reactions where entry_id = ${id}`
        return rows.length
      })
    await react(partner)
    await hide(true)
    expect([await seenBy(author), await seenBy(partner)]).toEqual([1, 0])
    await react(author)
    expect([await seenBy(author), await seenBy(partner)]).toEqual([2, 0])
    await hide(false)
    expect([await seenBy(author), await seenBy(partner)]).toEqual([2, 2])
  })
})
