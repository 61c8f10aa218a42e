import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startJournal, type Journal } from './support/journal.ts'
import { anonKey, openRaw, startRoom, type TestRoom } from './support/room.ts'

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
    ['an older version', `${path}?apikey=${anonKey}&vsn=1.0.0`, {}, 403],
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

  it('beyond all places, held by one internet connection, takes one of them; signed-in sockets stay', async () => {
    const small = await startRoom(journal, {
      limits: { sockets: 6, anonymousGrace: 60_000 },
      addressOf: ({ headers }) => String(headers['x-from']),
    })
    const from = async (address: string) =>
      openRaw(`${small.url}/websocket?apikey=${anonKey}`, { 'x-from': address })
    const busy = await from('192.0.2.1')
    await busy.join('a', await journal.first.token(), [entries])
    const line = []
    // Different networks of one /48.
    for (let index = 0; index < 5; index += 1)
      line.push(await from(`2001:db8:1:${index * 256}::/64`))
    await expect(from('2001:db8:1:9::/64')).rejects.toThrow('429')
    const arrived = await from('192.0.2.2')
    expect(await line[0]?.closed).toBe(1013)
    await arrived.join('b', await journal.second.token(), [entries])
    for (let index = 0; index < 4; index += 1) await from(`198.51.100.${index}`).catch(() => null)
    expect(busy.socket.readyState).toBe(busy.socket.OPEN)
    expect(arrived.socket.readyState).toBe(arrived.socket.OPEN)
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
