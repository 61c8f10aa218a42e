import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addJournalRow,
  author,
  db,
  partner,
  withTwoPeople,
} from '../../../tests/support/test-database.ts'
import { noteServerStart } from './server-start.ts'

withTwoPeople()
beforeAll(async () => addJournalRow())

/** The mark of the last start for each person. */
async function newest(): Promise<{ author: string; partner: string }> {
  await noteServerStart(db.pool)
  const rows = await db.sql<{ person: string; newest: string }[]>`
    select s.person::text, s.newest::text from server_starts s
      join journal j on j.server_start = s.start_id`
  const of = (person: string) => rows.find((row) => row.person === person)?.newest ?? 'none'
  return { author: of(author), partner: of(partner) }
}

async function write(isPrivate: boolean): Promise<string> {
  const id = randomUUID()
  await db.sql`insert into entries (id, user_id, category, content, is_private)
    values (${id}, ${author}, 'gedanken', 'Text', ${isPrivate})`
  return id
}

describe('a start of the server', () => {
  it('gets the next number, and the journal’s row names it', async () => {
    const ordinals = () => db.sql`select distinct ordinal from server_starts order by 1`
    const before = (await ordinals()).length
    await noteServerStart(db.pool)
    await noteServerStart(db.pool)
    expect((await ordinals()).length).toBe(before + 2)
    const [last] = await db.sql`
      select ordinal = (select max(ordinal) from server_starts) as last
        from server_starts join journal on server_start = start_id limit 1`
    expect(last).toEqual({ last: true })
  })

  it('records what each person could see, without the other’s private notes', async () => {
    await write(false)
    const shared = await newest()
    const id = await write(true)
    const hidden = await newest()
    expect(hidden.author > shared.author).toBe(true)
    await db.sql`insert into reactions (entry_id, user_id, emoji) values (${id}, ${author}, '🔥')`
    const reacted = await newest()
    expect(reacted.author > hidden.author).toBe(true)
    await db.sql`update entries set completed = true, completed_at = now() where id = ${id}`
    await db.sql`delete from entries where id = ${id}`
    const deleted = await newest()
    expect(deleted.author > reacted.author).toBe(true)
    await db.sql`update last_looks set seen_until = now() where id = ${author}`
    for (const { partner: seen } of [hidden, reacted, deleted, await newest()])
      expect(seen).toBe(shared.partner)
    await write(false)
    expect((await newest()).partner > shared.partner).toBe(true)
  })
})
