import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, startRoom, type RawSocket, type TestRoom } from './support/room.ts'

const lock = 4711

let journal: Journal
let room: TestRoom
let raw: RawSocket

/** Reading a value of the type `waiting` waits for a lock that the test can hold. */
beforeAll(async () => {
  journal = await startJournal()
  await journal.sql`
    create function public.wait_for_test(value text) returns boolean language plpgsql as $$
    begin
      if value is not null then perform pg_advisory_xact_lock_shared(4711); end if;
      return true;
    end $$`
  await journal.sql`create domain public.waiting as text check (public.wait_for_test(value))`
  await journal.sql`alter table quote_likes add column probe public.waiting, add column number text`
  await journal.sql`grant select (probe, number), insert (number) on quote_likes to authenticated`
  room = await startRoom(journal)
  raw = await room.raw()
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

async function like(): Promise<string> {
  const id = randomUUID()
  await journal.first.act(
    (sql) => sql`insert into quote_likes (id, user_id, quote_text, quote_author)
      values (${id}, ${journal.first.id}, ${id}, 'Wir')`,
  )
  return id
}

const frames = (topic: string, kind: string) =>
  raw.received.filter(([, , of, event]) => of === `realtime:${topic}` && event === kind)
const seen = (topic: string) =>
  frames(topic, 'postgres_changes').map(
    ([, , , , { data }]) => (data as { record: { id: string } }).record.id,
  )
const errors = (topic: string) =>
  frames(topic, 'system').filter(([, , , , { status }]) => status === 'error')
const binding = { event: 'INSERT', schema: 'public', table: 'quote_likes' }

describe('a filter', () => {
  it(
    'that the database could not evaluate in time is evaluated again, and no row is lost',
    { tags: ['long'] },
    async () => {
      await raw.join('busy', await journal.second.token(), [
        { ...binding, filter: 'probe=isdistinct.x' },
      ])
      await raw.join('busy-none', await journal.second.token(), [
        { ...binding, filter: 'probe=eq.x' },
      ])
      const ids: string[] = []
      await journal.sql.begin(async (sql) => {
        await sql`select pg_advisory_xact_lock(${lock})`
        ids.push(await like(), await like())
        await eventually(() => room.logged.some((line) => line.includes('57014')))
      })
      await eventually(() => seen('busy').length >= ids.length)
      ids.push(await like())
      await eventually(() => seen('busy').length >= ids.length)
      expect(seen('busy')).toEqual(ids)
      expect(errors('busy')).toEqual([])
      expect(seen('busy-none')).toEqual([])
    },
  )

  it('that no longer fits its table ends its own channel, and no other', async () => {
    await raw.join('changed', await journal.second.token(), [
      { ...binding, filter: 'number=isdistinct.eins' },
    ])
    await raw.join('steady', await journal.second.token(), [binding])
    await journal.sql`alter table quote_likes alter column number type integer using null`
    const id = await like()
    await eventually(() => seen('steady').includes(id))
    expect(seen('changed')).toEqual([])
    expect(errors('changed').map(([, , , , { message }]) => message)).toEqual([
      'A filter does not fit its table any more, the subscription has ended',
    ])
  })
})
