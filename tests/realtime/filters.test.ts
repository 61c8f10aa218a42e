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
    ['like', filter().like('quote_text', 'Wer,%🌞%').build(), true],
    ['like in another case', filter().like('quote_text', 'wer,%').build(), false],
    ['ilike', filter().ilike('quote_text', 'wER,%').build(), true],
    ['is null', 'quote_text=is.null', false],
    ['not is null', filter().not('quote_text', 'is', null).build(), true],
    ['match', filter().match('quote_text', '^Wer.*[0-9]{3} %').build(), true],
    ['match in another case', filter().match('quote_text', '^wer').build(), false],
    ['imatch', filter().imatch('quote_text', '^wer').build(), true],
    ['isdistinct', filter().isDistinct('quote_text', 'anders').build(), true],
    ['isdistinct from the same', filter().isDistinct('quote_text', quote).build(), false],
    ['not eq', filter().not('quote_text', 'eq', quote).build(), false],
    ['not in', filter().not('quote_text', 'in', ['a', 'b']).build(), true],
    ['both of two', filter().eq('quote_text', quote).like('quote_author', 'Sie%').build(), true],
    ['one of two', filter().eq('quote_text', quote).eq('quote_author', 'x').build(), false],
    ['nothing', '', true],
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

  it('with a catastrophic pattern ends its own channel and delays no one else', async () => {
    const own = await room.raw()
    const binding = { event: '*', schema: 'public', table: 'quote_likes' }
    const pattern = '^(a*)(a*)(a*)(a*)\\\\1\\\\2\\\\3\\\\4b$'
    await own.join('slow', await journal.second.token(), [
      { ...binding, filter: `quote_text=match."${pattern}"` },
    ])
    await own.join('quick', await journal.second.token(), [binding])
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [binding])
    const before = performance.now()
    await like(`${'a'.repeat(900)}b`, 'langsam')
    await eventually(() => other.events().length === 1)
    expect(performance.now() - before).toBeLessThan(1_000)
    await eventually(() => own.events().length === 1)
    const ended = await own.frame(
      ([, , of, event, { status }]) =>
        of === 'realtime:slow' && event === 'system' && status === 'error',
    )
    expect(ended[4]['message']).toContain('could not be evaluated')
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
