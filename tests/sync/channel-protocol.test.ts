import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sign, startJournal, type Journal } from './support/journal.ts'
import { eventually, listen, startRoom, type TestRoom } from './support/room.ts'

const entries = { event: '*', schema: 'public', table: 'entries' } as const

let journal: Journal
let room: TestRoom

beforeAll(async () => {
  journal = await startJournal()
})
beforeEach(async () => {
  room = await startRoom(journal, { limits: { sweep: 50, recheck: 100 } })
})
afterEach(() => room.stop())
afterAll(() => journal.stop())

describe('a join', () => {
  it('is answered with the bindings exactly as requested, then with a system message', async () => {
    const raw = await room.raw()
    const bindings = [
      entries,
      { event: 'INSERT', schema: 'public', table: 'reactions', filter: 'emoji=eq.🔥' },
      { event: 'UPDATE', schema: 'public', table: 'quote_likes' },
    ]
    await raw.join('topic', await journal.first.token(), bindings)
    const [reply, system] = raw.received
    expect(reply).toEqual([
      'topic',
      'topic',
      'realtime:topic',
      'phx_reply',
      {
        status: 'ok',
        response: {
          postgres_changes: bindings.map((binding, index) => ({ id: 1000 + index, ...binding })),
        },
      },
    ])
    expect(system).toEqual([
      null,
      null,
      'realtime:topic',
      'system',
      {
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
        channel: 'topic',
      },
    ])
  })

  it('of a topic that is joined already closes the earlier one', async () => {
    const raw = await room.raw()
    const join = { config: { postgres_changes: [entries] } }
    raw.send('1', '1', 'realtime:twice', 'phx_join', join)
    raw.send('2', '2', 'realtime:twice', 'phx_join', join)
    const [joinRef] = await raw.frame(([, , , event]) => event === 'phx_close')
    expect(joinRef).toBe('1')
    await raw.frame(([current, , , event]) => current === '2' && event === 'phx_reply')
  })

  it.each([
    ['expired', async () => sign(claimsOf(), { seconds: -5 })],
    ['forged', async () => sign(claimsOf(), { key: 'another-key-of-someone-else-0123456789' })],
    ['of a service role', async () => sign({ ...claimsOf(), role: 'service_role' })],
    ['of another audience', async () => sign({ ...claimsOf(), aud: 'other' })],
    ['unsigned', async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claimsOf()))}.`],
    ['of a stranger', async () => (await journal.stranger()).token()],
    ['that is no token', async () => 'x'],
  ])('with a token %s is refused', async (_, token) => {
    const raw = await room.raw()
    raw.send('1', '1', 'realtime:a', 'phx_join', { access_token: await token() })
    const reply = await raw.frame(([, , , event]) => event === 'phx_reply')
    expect(reply[4]['status']).toBe('error')
    expect(JSON.stringify(reply[4])).toContain('InvalidJWTToken')
  })

  it.each([
    ['too many bindings', { postgres_changes: Array.from({ length: 17 }, () => entries) }],
    ['a binding of nothing known', { postgres_changes: [{ ...entries, event: 7 }] }],
    ['an event in small letters', { postgres_changes: [{ ...entries, event: 'insert' }] }],
    ['no table', { postgres_changes: [{ event: '*', schema: 'public' }] }],
    ['a binding that is null', { postgres_changes: [null] }],
    ['no list of bindings', { postgres_changes: 'entries' }],
    ['a reply to be held', { postgres_changes_options: { wait: true } }],
  ])('with %s is refused and the socket lives on', async (_, config) => {
    const raw = await room.raw()
    raw.send('1', '1', 'realtime:a', 'phx_join', { config })
    const reply = await raw.frame(([, , , event]) => event === 'phx_reply')
    expect(reply[4]['status']).toBe('error')
    raw.send(null, '2', 'phoenix', 'heartbeat', {})
    await raw.frame(([, ref]) => ref === '2')
  })

  it.each([
    ['an unpublished table', { event: '*', schema: 'auth', table: 'users' }],
    ['every table', { event: '*', schema: 'public', table: '*' }],
    ['some columns alone', { ...entries, select: ['id'] }],
    ['rows by another filter than one for equality', { ...entries, filter: 'content=like.x%' }],
  ])('on %s succeeds, then says so in a system message', async (_, binding) => {
    const raw = await room.raw()
    const system = await raw.join('bad', await journal.first.token(), [entries, binding])
    expect(system[4]['status']).toBe('error')
    expect(raw.received[0]?.[4]['status']).toBe('ok')
    const other = await room.raw()
    await other.join('good', await journal.first.token(), [entries])
    await journal.first.write('für den anderen')
    await eventually(() => other.events().length > 0)
    expect(raw.events()).toEqual([])
  })

  it.each([
    ['private channel', { config: { private: true } }],
    ['channel with presence', { config: { presence: { enabled: true, key: '' } } }],
  ])(
    'of the unmodified client to a %s is refused in a hosted project’s words',
    async (_, config) => {
      const client = room.client({ token: await journal.first.token() })
      const told: unknown[] = []
      client.channel('zimmer', config).subscribe((status, error) => {
        told.push([status, error?.message])
      })
      expect(await eventually(() => told[0])).toEqual([
        'CHANNEL_ERROR',
        'Unauthorized: You do not have permissions to read from this Channel topic: zimmer',
      ])
    },
  )

  it.each([
    ['realtime:', 'TopicNameRequired: You must provide a topic name'],
    ['elsewhere:journal', 'unmatched topic'],
  ])('of the topic %s is refused', async (topic, reason) => {
    const raw = await room.raw()
    raw.send('1', '1', topic, 'phx_join', { config: { postgres_changes: [entries] } })
    const reply = await raw.frame(([, , , event]) => event === 'phx_reply')
    expect(reply[4]).toEqual({ status: 'error', response: { reason } })
  })

  const claimsOf = () => ({
    sub: journal.first.id,
    role: 'authenticated',
    session_id: journal.first.session,
  })
})

describe('a channel', () => {
  it('answers heartbeats', async () => {
    const raw = await room.raw()
    raw.send(null, '8', 'phoenix', 'heartbeat', {})
    expect(await raw.frame(([, ref]) => ref === '8')).toEqual([
      null,
      '8',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
  })

  it.each(['broadcast', 'presence'])('refuses a %s', async (event) => {
    const raw = await room.raw()
    await raw.join('push', await journal.first.token(), [entries])
    raw.send('push', '9', 'realtime:push', event, { type: event, event: 'x', payload: {} })
    const [, , , , payload] = await raw.frame(([, ref]) => ref === '9')
    expect(payload).toEqual({
      status: 'error',
      response: {
        reason: 'Unauthorized: You do not have permissions to write to this Channel topic: push',
      },
    })
  })

  it('serves the unmodified client', async () => {
    const client = room.client({ token: await journal.second.token() })
    const { seen, channel, states } = await listen(client, 'version', [entries])
    const id = await journal.first.write('hallo')
    await eventually(() => seen.some((event) => event.new['id'] === id))
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
    expect(await channel.track({ here: true })).toBe('error')
    expect(await channel.unsubscribe()).toBe('ok')
    expect(states.at(-1)).toBe('CLOSED')
  })

  it('that is left gets no more changes', async () => {
    const raw = await room.raw()
    await raw.join('left', await journal.first.token(), [entries])
    raw.send('left', '9', 'realtime:left', 'phx_leave', {})
    await raw.frame(([, , , event]) => event === 'phx_close')
    const leave = raw.received.find(([, ref]) => ref === '9')
    expect(leave?.[4]).toEqual({ status: 'ok', response: {} })
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [entries])
    await journal.first.write('ohne dich')
    await eventually(() => other.events().length > 0)
    expect(raw.events()).toEqual([])
  })

  it('ignores unknown events', async () => {
    const raw = await room.raw()
    await raw.join('polite', await journal.first.token(), [entries])
    raw.send('polite', '3', 'realtime:polite', 'dance', { step: 1 })
    raw.send(null, '4', 'phoenix', 'heartbeat', {})
    await raw.frame(([, ref]) => ref === '4')
    expect(raw.received.some(([, ref]) => ref === '3')).toBe(false)
  })

  it('is one of a limited number per socket', async () => {
    const raw = await room.raw()
    for (let index = 0; index < 17; index += 1) {
      raw.send(`${index}`, `${index}`, `realtime:${index}`, 'phx_join', {})
    }
    const refused = await raw.frame(([, ref, , event]) => ref === '16' && event === 'phx_reply')
    expect(refused[4]['status']).toBe('error')
  })

  it('ends with 1001 when the server stops', async () => {
    const raw = await room.raw()
    await raw.join('stop', await journal.first.token(), [entries])
    await room.realtime.close()
    expect(await raw.closed).toBe(1001)
    await expect(room.raw(), 'a new one').rejects.toThrow('500')
    const slots = await journal.sql`
      select from pg_replication_slots where active and database = current_database()`
    expect(slots).toHaveLength(0)
  })
})
