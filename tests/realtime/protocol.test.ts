import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sign, startJournal, type Journal } from './support/journal.ts'
import {
  anonKey,
  eventually,
  listen,
  openRaw,
  startRoom,
  type RawSocket,
  type TestRoom,
} from './support/room.ts'

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

/** The status of a handshake as plain HTTP. */
function handshake(path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port: room.port,
      path,
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a handshake', () => {
  const path = '/realtime/v1/websocket'

  it.each([
    ['the right key', `${path}?apikey=${anonKey}&vsn=2.0.0`, {}, 101],
    ['our own origin', `${path}?apikey=${anonKey}`, { origin: 'http://journal.test' }, 101],
    ['a wrong key', `${path}?apikey=other`, {}, 401],
    ['no key', path, {}, 401],
    ['a foreign origin', `${path}?apikey=${anonKey}`, { origin: 'http://evil.test' }, 403],
    ['an unknown version', `${path}?apikey=${anonKey}&vsn=9`, {}, 403],
    ['another path', `/socket?apikey=${anonKey}`, {}, 404],
    ['a path that is no path', '//', {}, 404],
  ])('with %s is answered as it should be', async (_, target, headers, status) => {
    expect(await handshake(target, headers)).toBe(status)
  })

  it('beyond the limit per address is refused with 429', async () => {
    const small = await startRoom(journal, { limits: { socketsPerAddress: 2 } })
    await small.raw()
    await small.raw()
    await expect(small.raw()).rejects.toThrow('429')
    await small.stop()
  })

  it('beyond the limit takes the place of a socket that never signed in', async () => {
    const small = await startRoom(journal, { limits: { sockets: 2, anonymousGrace: 0 } })
    const idle = await small.raw()
    const busy = await small.raw()
    await busy.join('a', await journal.first.token(), [entries])
    await small.raw()
    expect(await idle.closed).toBe(1013)
    expect(busy.socket.readyState).toBe(busy.socket.OPEN)
    await small.stop()
  })
})

describe('a join', () => {
  it('is answered with the bindings exactly as requested, then with a system message', async () => {
    const raw = await room.raw()
    const bindings = [
      entries,
      { event: 'INSERT', schema: 'public', table: 'reactions', filter: 'emoji=eq.🔥' },
      { event: 'UPDATE', schema: 'public' },
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

  it('holds its reply until the subscription stands, if asked to', async () => {
    const raw = await room.raw()
    raw.send('1', '1', 'realtime:held', 'phx_join', {
      config: { postgres_changes: [entries], postgres_changes_options: { wait: true } },
      access_token: await journal.first.token(),
    })
    await raw.frame(([, , , event]) => event === 'system')
    expect(raw.received.map(([, , , event]) => event)).toEqual(['phx_reply', 'system'])
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
    ['too many bindings', Array.from({ length: 40 }, () => entries)],
    ['a binding of nothing known', [{ event: 'TRUNCATE', schema: 'public', table: 'entries' }]],
    ['no list of bindings', 'entries'],
  ])('with %s is refused and the socket lives on', async (_, bindings) => {
    const raw = await room.raw()
    raw.send('1', '1', 'realtime:a', 'phx_join', { config: { postgres_changes: bindings } })
    const reply = await raw.frame(([, , , event]) => event === 'phx_reply')
    expect(reply[4]['status']).toBe('error')
    raw.send(null, '2', 'phoenix', 'heartbeat', {})
    await raw.frame(([, ref]) => ref === '2')
  })

  it.each([
    ['an unpublished table', { event: '*', schema: 'auth', table: 'users' }],
    ['a malformed filter', { ...entries, filter: 'content~x' }],
    ['a filter on no column', { ...entries, filter: 'nothing=eq.1' }],
    ['a filter that is no uuid', { ...entries, filter: 'id=eq.1' }],
    ['a filter that is no pattern', { ...entries, filter: 'content=match."("' }],
    ['a null test of text for truth', { ...entries, filter: 'content=is.true' }],
  ])('on %s succeeds, then says so in a system message', async (_, binding) => {
    const raw = await room.raw()
    const system = await raw.join('bad', await journal.first.token(), [entries, binding])
    expect(system[4]['status']).toBe('error')
    expect(raw.received[0]?.[4]['status']).toBe('ok')
  })

  const claimsOf = () => ({
    sub: journal.first.id,
    role: 'authenticated',
    session_id: journal.first.session,
  })
})

describe('an access token', () => {
  /** A new person is told to pull by a second system message. */
  const toldTwice = ({ received }: RawSocket) =>
    eventually(() => received.filter(([, , , event]) => event === 'system').length === 2)

  it('that comes after the join opens the journal', async () => {
    const raw = await room.raw()
    await raw.join('later', null, [entries])
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [entries])
    await journal.first.write('noch nicht')
    await eventually(() => other.events().length > 0)
    raw.send('later', '2', 'realtime:later', 'access_token', {
      access_token: await journal.first.token(),
    })
    await toldTwice(raw)
    const id = await journal.first.write('jetzt')
    await eventually(() => raw.events().length > 0)
    expect(raw.events().map((data) => (data['record'] as { id: string }).id)).toEqual([id])
  })

  it('that is renewed keeps the channel of the unmodified client beyond the old one', async () => {
    const client = room.client({ token: await journal.first.token(2) })
    const { states, seen } = await listen(client, 'renewed', [entries])
    await client.setAuth(await journal.first.token(600))
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    expect(states).toEqual(['SUBSCRIBED'])
    const id = await journal.first.write('weiter')
    await eventually(() => seen.some((event) => event.new['id'] === id))
  })

  it('that expires closes the channel of the unmodified client for good', async () => {
    const client = room.client({ token: await journal.first.token(1) })
    const { states, systems } = await listen(client, 'expires', [entries])
    await eventually(() => states.includes('CLOSED'))
    expect(systems.at(-1)).toMatchObject({ status: 'error', extension: 'system' })
  })

  it('of another person changes whose rows arrive', async () => {
    const raw = await room.raw()
    await raw.join('change', await journal.first.token(), [entries])
    raw.send('change', '2', 'realtime:change', 'access_token', {
      access_token: await journal.second.token(),
    })
    await toldTwice(raw)
    await journal.first.write('meins', { isPrivate: true })
    const id = await journal.second.write('deins', { isPrivate: true })
    await eventually(() => raw.events().length > 0)
    expect(raw.events().map((data) => (data['record'] as { id: string }).id)).toEqual([id])
  })

  it('that is taken away leaves the channel without rows', async () => {
    const raw = await room.raw()
    await raw.join('away', await journal.first.token(), [entries])
    raw.send('away', '2', 'realtime:away', 'access_token', { access_token: null })
    const other = await room.raw()
    await other.join('other', await journal.first.token(), [entries])
    await journal.first.write('nicht mehr')
    await eventually(() => other.events().length > 0)
    expect(raw.events()).toEqual([])
  })

  it('that is forged closes the channel', async () => {
    const raw = await room.raw()
    await raw.join('forged', await journal.first.token(), [entries])
    raw.send('forged', '2', 'realtime:forged', 'access_token', { access_token: 'x.y.z' })
    await raw.frame(([, , , event]) => event === 'phx_close')
    const systems = raw.received.filter(([, , , event]) => event === 'system')
    expect(systems.at(-1)?.[4]['status']).toBe('error')
  })

  it('of a session that has ended costs the socket', async () => {
    const person = journal.second
    const raw = await room.raw()
    const other = await room.raw()
    await raw.join('ended', await person.token(), [entries])
    await other.join('stays', await journal.first.token(), [entries])
    await journal.sql`delete from auth.sessions where id = ${person.session}`
    expect(await raw.closed).toBe(1008)
    expect(raw.received.at(-1)?.[3]).toBe('phx_close')
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    await journal.sql`insert into auth.sessions (id, user_id)
      values (${person.session}, ${person.id})`
  })
})

describe('a channel', () => {
  it('answers heartbeats in both versions', async () => {
    const raw = await room.raw()
    raw.send(null, '8', 'phoenix', 'heartbeat', {})
    expect(await raw.frame(([, ref]) => ref === '8')).toEqual([
      null,
      '8',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    const older = await openRaw(`${room.url}/websocket?apikey=${anonKey}&vsn=1.0.0`)
    const heartbeat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '8' }
    older.socket.send(JSON.stringify(heartbeat))
    const answer: unknown = await eventually(() => older.received[0])
    expect(answer).toEqual({
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
      ref: '8',
      join_ref: null,
    })
  })

  it.each(['1.0.0', '2.0.0'])('serves the unmodified client in version %s', async (vsn) => {
    const client = room.client({ token: await journal.second.token(), vsn })
    const { seen, channel, states } = await listen(client, 'version', [entries])
    const id = await journal.first.write('hallo')
    await eventually(() => seen.some((event) => event.new['id'] === id))
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
    expect(await channel.track({ here: true })).toBe('ok')
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

  it('ignores unknown events politely', async () => {
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
    const slots = await journal.sql`select from pg_replication_slots where active`
    expect(slots).toHaveLength(0)
  })
})
