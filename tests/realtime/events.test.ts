import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type TestRoom } from './support/room.ts'

const tables = ['entries', 'reactions', 'removals', 'quote_likes', 'last_looks'].map((table) => ({
  table,
}))

describe('changes, with the unmodified client', () => {
  let journal: Journal
  let room: TestRoom

  beforeAll(async () => {
    journal = await startJournal()
    room = await startRoom(journal)
  })
  afterAll(async () => {
    await room.stop()
    await journal.stop()
  })

  const write = async (content: string, isPrivate = false) => {
    const id = randomUUID()
    await journal.first.act(
      (sql) => sql`insert into entries (id, user_id, category, content, is_private)
        values (${id}, ${journal.first.id}, 'gedanken', ${content}, ${isPrivate})`,
    )
    return id
  }

  it('brings an insert, an update and a deletion to the partner in order', async () => {
    const client = room.client({ token: await journal.second.token() })
    const { seen, states } = await listen(client, 'order', tables)
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await write('Guten Morgen, "du", čćđšž 🌞')
    await journal.second.act(
      (sql) => sql`update entries set completed = true, completed_at = now() where id = ${id}`,
    )
    await eventually(() => seen.length >= 2)
    await journal.first.act((sql) => sql`delete from entries where id = ${id}`)
    await eventually(() => seen.some(({ eventType }) => eventType === 'DELETE'))
    const ofEntries = seen.filter(({ table }) => table === 'entries')
    expect(ofEntries.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(ofEntries[0]?.new).toMatchObject({
      id,
      content: 'Guten Morgen, "du", čćđšž 🌞',
      is_private: false,
      edit_version: 1,
      scheduled_date: null,
    })
    expect(ofEntries[1]?.new).toMatchObject({ id, completed: true })
    expect(ofEntries[1]?.old).toEqual({ id })
    expect(ofEntries[2]).toMatchObject({ new: {}, old: { id } })
    const removal = await eventually(() => seen.find(({ table }) => table === 'removals'))
    expect(removal.new['readers']).toEqual(
      expect.arrayContaining([journal.first.id, journal.second.id]),
    )
  })
})
