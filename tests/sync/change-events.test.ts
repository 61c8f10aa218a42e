import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type Listener, type TestRoom } from './support/room.ts'
import { long } from '../support/quick.ts'

const tables = [
  { table: 'entries' },
  { table: 'reactions' },
  { table: 'removals' },
  { table: 'quote_likes' },
  { table: 'last_looks' },
  { table: 'memory_marks' },
  { table: 'story_links' },
  { table: 'reviews' },
]

let journal: Journal
let room: TestRoom
let mine: Listener
let partners: Listener

beforeAll(async () => {
  journal = await startJournal()
  room = await startRoom(journal)
  const [own, other] = [await journal.first.token(), await journal.second.token()]
  mine = await listen(room.client({ token: own }), 'mine', tables)
  partners = await listen(room.client({ token: other }), 'partners', tables)
})
// Nothing of the test before arrives any more.
beforeEach(async () => {
  await settle()
  mine.seen.length = partners.seen.length = 0
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

/** Events keep their order, so once this shared entry has arrived, all before it has. */
async function settle(): Promise<void> {
  const id = await journal.first.write('bis hierher')
  for (const { seen } of [mine, partners]) await eventually(() => hasNew(seen, id))
  for (const { seen } of [mine, partners]) {
    seen.splice(
      seen.findIndex((event) => event.new['id'] === id),
      1,
    )
  }
}

const hasNew = (seen: Listener['seen'], id: string) => seen.some((event) => event.new['id'] === id)
const about = ({ seen }: Listener, table: string) =>
  seen.filter((event) => event.table === table).map(({ eventType }) => eventType)

async function react(entry: string): Promise<string> {
  const id = randomUUID()
  await journal.first.act(
    (sql) => sql`insert into reactions (id, entry_id, user_id, emoji)
      values (${id}, ${entry}, ${journal.first.id}, '🔥')`,
  )
  return id
}

describe('changes, with the unmodified client', () => {
  it('arrive as insert, update and deletion, in order and with their values', async () => {
    expect(partners.states).toEqual(['SUBSCRIBED'])
    const content = 'Guten Morgen, "du", čćđšž 🌞'
    const id = await journal.first.write(content)
    await eventually(() => hasNew(partners.seen, id))
    await journal.second.act(
      (sql) => sql`update entries set completed = true, completed_at = now() where id = ${id}`,
    )
    await eventually(() => about(partners, 'entries').includes('UPDATE'))
    await journal.first.act((sql) => sql`delete from entries where id = ${id}`)
    await settle()
    const events = partners.seen.filter(({ table }) => table === 'entries')
    expect(events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(events[0]?.new).toMatchObject({
      id,
      content,
      completed: false,
      is_private: false,
      edit_version: expect.any(Number) as number,
      scheduled_date: null,
    })
    expect(events[0]?.new['created_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
    expect(events[1]).toMatchObject({ new: { id, completed: true }, old: { id } })
    expect(events[2]).toMatchObject({ new: {}, old: { id } })
    expect(about(partners, 'removals')).toEqual(['INSERT'])
  })

  it('carry the time at which the database committed them, not that of the server', async () => {
    const hour = 3_600_000
    const later = await startRoom(journal, { clock: () => Date.now() + hour })
    const token = await journal.second.token(2 * 3600)
    const { channel, seen } = await listen(later.client({ token }), 'times', [{ table: 'entries' }])
    const before = Date.now()
    await journal.first.write('jetzt')
    const { commit_timestamp: at } = await eventually(() => seen[0])
    expect(Date.parse(at)).toBeGreaterThan(before - 1000)
    expect(Date.parse(at)).toBeLessThan(before + hour / 2)
    await channel.unsubscribe()
    await later.stop()
  })

  it('carry a list of readers as a list', async () => {
    const id = await journal.first.write('gleich fort')
    await journal.first.act((sql) => sql`delete from entries where id = ${id}`)
    const removal = await eventually(() => mine.seen.find(({ table }) => table === 'removals'))
    const readers = [journal.first.id, journal.second.id]
    expect(removal.new['readers']).toEqual(expect.arrayContaining(readers))
    expect(removal.new).toMatchObject({ table_name: 'entries', row_id: id, kind: 'deleted' })
  })

  it('of a private entry reach its author alone, from birth to deletion', async () => {
    const id = await journal.first.write('nur für mich', { isPrivate: true })
    const reaction = await react(id)
    await journal.first.act((sql) => sql`update entries set content = 'noch' where id = ${id}`)
    await journal.first.act((sql) => sql`delete from reactions where id = ${reaction}`)
    await journal.first.act((sql) => sql`delete from entries where id = ${id}`)
    await settle()
    expect(partners.seen).toEqual([])
    expect(about(mine, 'entries')).toContain('DELETE')
    expect(about(mine, 'reactions')).toContain('DELETE')
    expect(about(mine, 'removals')).toEqual(['INSERT', 'INSERT'])
  })

  it('that make an entry private give the partner only the removal', async () => {
    const id = await journal.first.write('erst geteilt')
    await react(id)
    await settle()
    mine.seen.length = partners.seen.length = 0
    await journal.first.act((sql) => sql`update entries set is_private = true where id = ${id}`)
    await settle()
    expect(partners.seen.map(({ table }) => table)).toEqual(['removals'])
    expect(partners.seen[0]?.new).toMatchObject({ row_id: id, kind: 'hidden' })
    expect(about(mine, 'entries')).toEqual(['UPDATE'])
    expect(about(mine, 'removals')).toEqual([])
  })

  it('that share an entry again bring it and its reactions to the partner', async () => {
    const id = await journal.first.write('bald geteilt', { isPrivate: true })
    const reaction = await react(id)
    await journal.first.act((sql) => sql`update entries set is_private = false where id = ${id}`)
    await settle()
    expect(hasNew(partners.seen, id)).toBe(true)
    expect(hasNew(partners.seen, reaction)).toBe(true)
  })

  it('announce no reactions that are deleted with their entry', async () => {
    const id = await journal.first.write('mit Reaktion')
    await react(id)
    await settle()
    mine.seen.length = partners.seen.length = 0
    await journal.first.act((sql) => sql`delete from entries where id = ${id}`)
    await settle()
    for (const listener of [mine, partners]) {
      expect(about(listener, 'reactions')).toEqual([])
      expect(about(listener, 'entries')).toEqual(['DELETE'])
    }
  })

  it('of a like reach both, also its deletion', async () => {
    await journal.second.act(
      (sql) => sql`insert into quote_likes (user_id, quote_text, quote_author)
        values (${journal.second.id}, 'Alles, was lebt', 'Unbekannt')`,
    )
    await journal.second.act((sql) => sql`delete from quote_likes where quote_author = 'Unbekannt'`)
    await settle()
    expect(about(mine, 'quote_likes')).toContain('DELETE')
    expect(about(partners, 'quote_likes')).toContain('DELETE')
  })

  it('of a read marker reach its person alone', async () => {
    await journal.first.act((sql) => sql`update last_looks set seen_until = now()`)
    await settle()
    expect(about(mine, 'last_looks')).toEqual(['UPDATE'])
    expect(about(partners, 'last_looks')).toEqual([])
  })

  it('of one transaction keep their order', async () => {
    const ids = Array.from({ length: 50 }, () => randomUUID())
    await journal.first.act(async (sql) => {
      for (const [index, id] of ids.entries()) {
        await sql`insert into entries (id, user_id, category, content)
          values (${id}, ${journal.first.id}, 'gedanken', ${`Nummer ${index}`})`
      }
    })
    await eventually(() => partners.seen.length >= ids.length)
    expect(partners.seen.map((event) => event.new['id'])).toEqual(ids)
  })

  it('reach each of a dozen subscribers only as their role allows', long, async () => {
    const stranger = await journal.stranger()
    const strangers = [null, null, null, null].map(() => room.client())
    const silent = await Promise.all(
      strangers.map((client, index) => listen(client, `anon-${index}`, tables)),
    )
    const subscribers = await Promise.all(
      [journal.first, journal.second].flatMap((person) =>
        [1, 2, 3, 4].map(async (index) => ({
          person,
          listener: await listen(
            room.client({ token: await person.token() }),
            `person-${index}`,
            tables,
          ),
        })),
      ),
    )
    const refused = room.client({ token: await stranger.token() }).channel('stranger')
    const states: string[] = []
    refused.subscribe((state) => void states.push(state))
    await eventually(() => states.includes('CHANNEL_ERROR'))
    const hidden = await journal.second.write('geheim', { isPrivate: true })
    const shared = await journal.second.write('für uns')
    for (const { person, listener } of subscribers) {
      await eventually(() => hasNew(listener.seen, shared))
      expect(hasNew(listener.seen, hidden)).toBe(person === journal.second)
    }
    await settle()
    for (const { seen } of silent) expect(seen).toEqual([])
  })

  it('of a memory mark reach its person’s devices alone', async () => {
    const entry = await journal.first.write('Vor einem Jahr')
    const id = randomUUID()
    await journal.first.act(
      (sql) => sql`insert into memory_marks (id, entry_id, user_id, until)
        values (${id}, ${entry}, ${journal.first.id}, null)`,
    )
    await eventually(() => hasNew(mine.seen, id))
    await journal.first.act((sql) => sql`delete from memory_marks where id = ${id}`)
    await settle()
    expect(about(mine, 'memory_marks')).toEqual(['INSERT'])
    expect(about(mine, 'removals')).toEqual(['INSERT'])
    expect(about(partners, 'memory_marks')).toEqual([])
    expect(about(partners, 'removals')).toEqual([])
  })

  it('of a review reach its person’s devices alone, also when its word is hidden and shared', async () => {
    const entry = await journal.first.write('🇩🇪 Haus | 🇭🇷 kuća')
    const id = randomUUID()
    const add = async (person: Journal['first']) =>
      person.act(
        (sql) => sql`insert into reviews (id, entry_id, user_id, direction, grade, words_hash)
          values (${id}, ${entry}, ${person.id}, 'de-hr', 3, ${randomUUID()})`,
      )
    await add(journal.second)
    await eventually(() => hasNew(partners.seen, id))
    const hide = async (hidden: boolean) =>
      journal.first.act((sql) => sql`update entries set is_private = ${hidden} where id = ${entry}`)
    await hide(true)
    await eventually(() => about(partners, 'removals').length === 1)
    await hide(false)
    await eventually(() => about(partners, 'reviews').length === 2)
    await settle()
    expect(about(partners, 'reviews')).toEqual(['INSERT', 'UPDATE'])
    expect(about(mine, 'reviews')).toEqual([])
    await add(journal.first)
    await eventually(() => hasNew(mine.seen, id))
    await journal.first.act((sql) => sql`delete from entries where id = ${entry}`)
    await settle()
    expect(about(partners, 'reviews')).toEqual(['INSERT', 'UPDATE'])
    expect(about(mine, 'reviews')).toEqual(['INSERT'])
  })

  it('of a memory mark do not reach the partner who has one with the same id', async () => {
    const entry = await journal.first.write('Vor einem Jahr')
    const id = randomUUID()
    for (const person of [journal.second, journal.first])
      await person.act(
        (sql) => sql`insert into memory_marks (id, entry_id, user_id, until)
          values (${id}, ${entry}, ${person.id}, null)`,
      )
    await eventually(() => hasNew(mine.seen, id))
    await settle()
    expect(about(partners, 'memory_marks')).toEqual(['INSERT'])
    expect(about(mine, 'memory_marks')).toEqual(['INSERT'])
  })
})
