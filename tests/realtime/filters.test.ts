import { randomUUID } from 'node:crypto'
import { postgresChangesFilter } from '@supabase/realtime-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type RawSocket, type TestRoom } from './support/room.ts'

const filter = postgresChangesFilter
const quote = 'Wer, "du" (oder \\ ich), 🌞 weiß 100 % davon'

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

/** Whether an insert of a like passes the filter; a second binding tells when it has come. */
async function passes(text: string, author: string, expression: string): Promise<boolean> {
  const topic = randomUUID()
  const binding = { event: 'INSERT', schema: 'public', table: 'quote_likes' }
  const system = await raw.join(topic, await journal.second.token(), [
    binding,
    { ...binding, filter: expression },
  ])
  expect(system[4]['status']).toBe('ok')
  const id = await like(text, author)
  const frame = await raw.frame(
    ([, , of, , { data }]) =>
      of === `realtime:${topic}` &&
      (data as { record?: { id: string } } | undefined)?.record?.id === id,
  )
  raw.send(topic, topic, `realtime:${topic}`, 'phx_leave', {})
  return (frame[4]['ids'] as number[]).includes(1001)
}

describe('a filter', () => {
  it.each([
    ['eq', filter().eq('quote_text', quote).build(), true],
    ['eq of another', filter().eq('quote_text', 'anders').build(), false],
    ['neq', filter().neq('quote_text', 'anders').build(), true],
    ['neq of the same', filter().neq('quote_text', quote).build(), false],
    ['lt on a time', 'created_at=lt.2999-01-01', true],
    ['gt on a time', 'created_at=gt.2999-01-01', false],
    ['gte on a time', 'created_at=gte.2020-01-01T00:00:00+00:00', true],
    ['lte on a time', 'created_at=lte.2020-01-01', false],
    ['in', filter().in('quote_text', ['a,b', quote, '(c)']).build(), true],
    ['in without it', filter().in('quote_text', ['a,b', '(c)']).build(), false],
    ['is null', 'quote_text=is.null', false],
    ['not is null', filter().not('quote_text', 'is', null).build(), true],
    ['isdistinct', filter().isDistinct('quote_text', 'anders').build(), true],
    ['isdistinct from the same', filter().isDistinct('quote_text', quote).build(), false],
    ['not eq', filter().not('quote_text', 'eq', quote).build(), false],
    ['not in', filter().not('quote_text', 'in', ['a', 'b']).build(), true],
    ['both of two', filter().eq('quote_text', quote).neq('quote_author', 'x').build(), true],
    ['one of two', filter().eq('quote_text', quote).eq('quote_author', 'x').build(), false],
    ['nothing', '', true],
    ['blanks around', ` quote_author=neq.x , ${filter().eq('quote_text', quote).build()} `, true],
    ['commas in parentheses', 'quote_author=neq.f(1,2),quote_text=neq.x', true],
    ['a quote left open', 'quote_text=neq."x, quote_author=eq.x', true],
    ['in with nothing', 'quote_text=in.()', false],
    ['not in with null', 'quote_text=not.in.(null,x)', false],
    ['in of times', 'created_at=not.in.(2020-01-01,"2020-01-02 10:00+02")', true],
    ['not isdistinct', filter().not('quote_text', 'isdistinct', quote).build(), true],
  ])('%s decides as SQL does', async (name, expression, expected) => {
    expect(await passes(quote, `Sie ${name}`, expression)).toBe(expected)
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

  it('on the key matches a deletion, one on anything else cannot', async () => {
    const id = await like(quote, 'gelöscht')
    const binding = { event: 'DELETE', schema: 'public', table: 'quote_likes' }
    await raw.join('deletion', await journal.second.token(), [
      { ...binding, filter: `id=eq.${id}` },
      { ...binding, filter: `id=eq.${randomUUID()}` },
      { ...binding, filter: 'quote_author=eq.gelöscht' },
      binding,
    ])
    await journal.first.act((sql) => sql`delete from quote_likes where id = ${id}`)
    const frame = await raw.frame(
      ([, , of, event]) => of === 'realtime:deletion' && event === 'postgres_changes',
    )
    expect(frame[4]['ids']).toEqual([1000, 1003])
  })

  it.each(['quote_text=like.W%', 'quote_text=not.imatch.^w', 'quote_text=in.(a{b)'])(
    '%s is refused by a system message, not by the join',
    async (refused) => {
      const binding = { event: '*', schema: 'public', table: 'quote_likes', filter: refused }
      const system = await raw.join(refused, await journal.second.token(), [binding])
      expect(system[4]).toMatchObject({ status: 'error', extension: 'postgres_changes' })
      const reply = await raw.frame(([ref, , , event]) => ref === refused && event === 'phx_reply')
      expect(reply[4]['status']).toBe('ok')
    },
  )

  it('takes the event in any case, and skips what is null', async () => {
    const asked = { event: 'insert', schema: 'public', table: 'quote_likes', select: [null] }
    await raw.join('any-case', await journal.second.token(), [null, asked])
    const seen = () => raw.received.filter(([, , of]) => of === 'realtime:any-case')
    const changes = () => seen().filter(([, , , event]) => event === 'postgres_changes')
    const id = await like(quote, 'klein')
    // A row that is gone before it is read for the event is not sent.
    await eventually(() => changes().length > 0)
    await journal.first.act((sql) => sql`delete from quote_likes where id = ${id}`)
    const last = await like(quote, 'klein')
    await eventually(() => changes().length > 1)
    const records = changes().map(([, , , , { data }]) => (data as { record?: object }).record)
    expect(records).toMatchObject([
      { id, quote_text: quote },
      { id: last, quote_text: quote },
    ])
    const reply = seen().find(([, , , event]) => event === 'phx_reply')
    expect(reply?.[4]).toMatchObject({ response: { postgres_changes: [{ event: 'insert' }] } })
  })

  it('sees only the columns that were asked for', async () => {
    await raw.join('columns', await journal.second.token(), [
      { event: 'INSERT', schema: 'public', table: 'quote_likes', select: ['quote_author'] },
    ])
    const id = await like(quote, 'nur der Name')
    const frame = await raw.frame(
      ([, , of, event]) => of === 'realtime:columns' && event === 'postgres_changes',
    )
    expect(frame[4]['data']).toMatchObject({ record: { id, quote_author: 'nur der Name' } })
    expect(JSON.stringify(frame[4]['data'])).not.toContain('quote_text')
  })
})
