import { randomUUID } from 'node:crypto'
import { postgresChangesFilter } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type RawSocket, type TestRoom } from './support/room.ts'

const filter = postgresChangesFilter
const quote = 'Wer, "du" (oder \\ ich), 🌞 weiß 100 % davon'
const quoteLikes = { event: '*', schema: 'public', table: 'quote_likes' }

let journal: Journal
let room: TestRoom
let raw: RawSocket

beforeAll(async () => {
  journal = await startJournal()
  room = await startRoom(journal)
  raw = await room.raw()
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

async function like(text: string, author: string): Promise<string> {
  const id = randomUUID()
  await journal.first.act(
    (sql) => sql`insert into quote_likes (id, user_id, quote_text, quote_author)
      values (${id}, ${journal.first.id}, ${text}, ${author})`,
  )
  return id
}

/** The bindings that got the change, by their places in the join. */
async function takers(topic: string, type: string): Promise<number[]> {
  const frame = await raw.frame(
    ([, , of, event, { data }]) =>
      of === `realtime:${topic}` &&
      event === 'postgres_changes' &&
      (data as { type: string }).type === type,
  )
  return (frame[4]['ids'] as number[]).map((id) => id - 1000)
}

describe('a filter', () => {
  it('passes the rows whose column has its value, and no other', async () => {
    const filters = [
      filter().eq('quote_text', quote).build(),
      filter().eq('quote_text', 'anders').build(),
      ' quote_author=eq.Sie ',
      'quote_author=eq.sie',
      `user_id=eq.${journal.first.id}`,
      `user_id=eq.${journal.second.id}`,
      '',
    ]
    const bindings = filters.map((one) => ({ ...quoteLikes, filter: one }))
    const system = await raw.join('passes', await journal.second.token(), bindings)
    expect(system[4]['status']).toBe('ok')
    const id = await like(quote, 'Sie')
    expect(await takers('passes', 'INSERT')).toEqual([0, 2, 4, 6])
    await journal.first.act((sql) => sql`delete from quote_likes where id = ${id}`)
  })

  it('is accepted from the unmodified client’s builder', async () => {
    const client = room.client({ token: await journal.second.token() })
    const { seen, states } = await listen(client, 'built', [
      { table: 'quote_likes', filter: filter().eq('quote_text', quote).build() },
    ])
    expect(states).toEqual(['SUBSCRIBED'])
    await like('anders', 'gebaut')
    const id = await like(quote, 'gebaut')
    await eventually(() => seen.length > 0)
    expect(seen.map((event) => event.new['id'])).toEqual([id])
  })

  it('on the key matches a deletion, one on another column cannot', async () => {
    const id = await like(quote, 'gelöscht')
    await raw.join('deletion', await journal.second.token(), [
      { ...quoteLikes, filter: `id=eq.${id}` },
      { ...quoteLikes, filter: `id=eq.${randomUUID()}` },
      { ...quoteLikes, filter: 'quote_author=eq.gelöscht' },
      quoteLikes,
    ])
    await journal.first.act((sql) => sql`delete from quote_likes where id = ${id}`)
    expect(await takers('deletion', 'DELETE')).toEqual([0, 3])
  })

  it.each([
    'quote_text=neq.a',
    'quote_text=not.eq.a',
    'quote_text=in.(a)',
    'quote_text=is.null',
    'quote_text=like.W%',
    'quote_text=match.(a+)+$',
    'created_at=eq.2026-01-01',
    'id=eq.1',
    'nothing=eq.a',
    'quote_text=eq.a,quote_author=eq.b',
    'undefined',
  ])('%s is refused by a system message, not by the join', async (refused) => {
    const system = await raw.join(randomUUID(), await journal.second.token(), [
      quoteLikes,
      { ...quoteLikes, filter: refused },
    ])
    expect(system[4]).toMatchObject({ status: 'error', extension: 'postgres_changes' })
    expect(system[4]['message']).toMatch(/^Unable to subscribe to changes with given parameters/)
    const topic = system[2]
    const reply = await raw.frame(([, , of, event]) => of === topic && event === 'phx_reply')
    expect(reply[4]['status']).toBe('ok')
    raw.send(reply[0], '2', topic, 'phx_leave', {})
  })
})
