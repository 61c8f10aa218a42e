import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { rowValues } from '../../../tests/support/sql.ts'
import { lockAwaited, refusal } from '../../../tests/support/database.ts'
import { author, db, partner, sqlAs, withTwoPeople } from '../../../tests/support/test-database.ts'

withTwoPeople()

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
    const add = (entry: string) => {
      const row = { entry_id: entry, user_id: partner, ...fields }
      return sqlAs(partner)`insert into ${raw(table)} ${rowValues(row)}`
    }
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
      sqlAs(partner)`update replies set content = 'Neu' where id = ${reply} returning id`
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
      sqlAs(
        person,
      )`insert into reactions (entry_id, user_id, emoji) values (${id}, ${person}, '🔥')`
    const hide = async (isPrivate: boolean) =>
      sqlAs(author)`update entries set is_private = ${isPrivate} where id = ${id}`
    const seen = async () => {
      const read = (person: string) => sqlAs(person)`select from reactions where entry_id = ${id}`
      return [(await read(author)).length, (await read(partner)).length]
    }
    await react(partner)
    await hide(true)
    expect(await seen()).toEqual([1, 0])
    await react(author)
    expect(await seen()).toEqual([2, 0])
    await hide(false)
    expect(await seen()).toEqual([2, 2])
  })
})
