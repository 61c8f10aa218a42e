import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually, openRaw } from '../realtime/support/room.ts'
import { expectCleanLogs } from '../support/intruders.ts'
import { startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'
import {
  inParallel,
  isFull,
  memoryOf,
  memoryReturns,
  report,
  socketUrl,
  watch,
} from './support/bystander.ts'

let server: TestServer
let author: SignedIn
let partner: SignedIn

beforeAll(async () => {
  // Addresses are those that the trusted proxy reports, so that many can be played.
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  author = await server.client('Jonas')
  partner = await server.client('Željka')
})
afterAll(async () => {
  await server.stop()
})

const socketsOf = (address: string) => ({ headers: { 'x-forwarded-for': address } })

type Opened = { readonly socket: WebSocket; readonly closed: Promise<number> }

/** Opens a socket as if from this address; `undefined` where the handshake is refused. */
async function open(address: string): Promise<Opened | undefined> {
  const socket = new WebSocket(socketUrl(server), socketsOf(address))
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  return opened ? { socket, closed } : undefined
}

const join = (payload: unknown) => JSON.stringify(['1', '1', 'realtime:t', 'phx_join', payload])
const changes = (binding: unknown) => join({ config: { postgres_changes: [binding] } })

/** Frames that are none, or ask for what is not there. */
const malformed: (string | Buffer)[] = [
  '',
  'x',
  'null',
  '[]',
  '{}',
  '"text"',
  '[1,2,3,4,5]',
  '[null,null,null,null,null]',
  '["1","1","realtime:t"]',
  '["1","1","realtime:t","phx_join",{},{}]',
  '["1","1","","phx_join",{}]',
  `["1","1","${'t'.repeat(300)}","phx_join",{}]`,
  `["1","1","realtime:t","${'e'.repeat(100)}",{}]`,
  `["${'1'.repeat(100)}","1","realtime:t","phx_join",{}]`,
  '['.repeat(30_000),
  `["1","1","realtime:t","phx_join",${'['.repeat(10_000)}${']'.repeat(10_000)}]`,
  `["1","1","realtime:t","phx_join",${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]`,
  join('x'),
  join({ config: [] }),
  join({ config: { postgres_changes: 'x' } }),
  join({ __proto__: null, constructor: { prototype: { polluted: true } } }),
  '["1","1","realtime:t","phx_join",{"__proto__":{"config":{"postgres_changes":[1]}}}]',
  changes({ event: 'TRUNCATE', schema: 'public', table: 'entries' }),
  changes({ event: '*', schema: 'auth', table: 'users' }),
  changes({ event: '*', schema: 'pg_catalog', table: 'pg_authid' }),
  changes({ event: '*', schema: 'public', table: 'entries"; drop table entries; --' }),
  changes({ event: '*', schema: 'public', table: 'entries', filter: 'content=match.(a+)+$' }),
  changes({ event: '*', schema: 'public', table: 'entries', filter: "id=eq.'; select 1; --" }),
  changes({ event: '*', schema: 'public', table: 'entries', filter: 'in.('.repeat(500) }),
  join({ config: { postgres_changes: Array.from({ length: 300 }, () => ({ event: '*' })) } }),
  join({ access_token: 'x'.repeat(9_000) }),
  JSON.stringify(['1', '2', 'realtime:t', 'access_token', { access_token: {} }]),
  JSON.stringify(['1', '2', 'realtime:t', 'access_token', { access_token: 'a.b.c' }]),
  JSON.stringify(['1', '2', 'phoenix', 'phx_join', {}]),
  Buffer.from([]),
  Buffer.from([3]),
  Buffer.from([3, 255, 255, 255, 255, 255, 255]),
  Buffer.from([0xff, 0xfe, 0xfd]),
  'x'.repeat(40_000),
]

describe('malformed frames', () => {
  it('cost their socket and nothing else', async () => {
    const before = memoryOf(server)
    const bystander = await watch(server, partner)
    const count = isFull ? 10_000 : 1_000
    const perSocket = 8
    let next = 0
    await inParallel(Math.ceil(count / perSocket), 8, async (index) => {
      const opened = await open(`192.0.2.${index % 200}`)
      if (opened === undefined) return
      const { socket, closed } = opened
      for (let sent = 0; sent < perSocket; sent += 1)
        socket.send(malformed[next++ % malformed.length] ?? '')
      const kept = await Promise.race([closed.then(() => false), pause(60).then(() => true)])
      if (kept) socket.close()
      await Promise.race([closed, pause(2_000)])
      socket.terminate()
    })
    expect(next).toBeGreaterThanOrEqual(count)
    const seen = await bystander.leave()
    report('malformed frames', {
      ...seen,
      frames: next,
      memory: [before, await memoryReturns(server, before)],
    })
  }, 120_000)

  it('and well-formed ones without end are cut off', async () => {
    const bystander = await watch(server, partner)
    const flooder = await open('198.51.100.1')
    for (let count = 0; count < 5_000; count += 1)
      flooder?.socket.send(JSON.stringify([null, String(count), 'phoenix', 'heartbeat', {}]))
    // 1006 where the farewell did not get past the frames still under way.
    expect([1006, 1008]).toContain(await flooder?.closed)
    report('flood', { ...(await bystander.leave()) })
  })
})

describe('a patient attacker', () => {
  it('with hundreds of sockets keeps neither partner out, old sockets stay', async () => {
    const before = memoryOf(server)
    const bystander = await watch(server, partner)
    const count = isFull ? 1_000 : 200
    const one = (await inParallel(count, 20, async () => open('203.0.113.1'))).filter(Boolean)
    expect(one.length).toBeLessThanOrEqual(64)
    const many = await inParallel(count * 2, 20, async (index) => open(`198.51.${index % 100}.7`))
    const held = [...one, ...many].filter((socket) => socket !== undefined)
    expect(held.length).toBeGreaterThan(100)
    for (const { socket } of held)
      if (socket.readyState === socket.OPEN)
        socket.send(changes({ event: '*', schema: 'public', table: 'entries' }))

    // The author arrives while all places are taken, and tries again as the client does.
    const started = performance.now()
    const arrived = await eventuallyOpen()
    const waited = Math.round(performance.now() - started)
    expect(waited).toBeLessThan(12_000)
    const entry = { user_id: partner.id, category: 'gedanken', content: 'Hallo trotz allem' }
    expect((await partner.rest.from('entries').insert(entry)).error).toBeNull()
    await eventually(() => JSON.stringify(arrived.received).includes('trotz allem'))
    const seen = await bystander.leave()
    arrived.socket.terminate()
    for (const { socket } of held) socket.terminate()
    const memory = [before, await memoryReturns(server, before)]
    report('many sockets', { ...seen, tried: count * 3, held: held.length, waited, memory })
  }, 90_000)

  it('who never reads is dropped before the server holds much for them', async () => {
    const before = memoryOf(server)
    const lazy = await open('203.0.113.9')
    lazy?.socket.send(
      join({
        config: { postgres_changes: [{ event: '*', schema: 'public', table: 'entries' }] },
        access_token: await author.accessToken(),
      }),
    )
    await pause(300)
    lazy?.socket.pause()
    const rows = Array.from({ length: 100 }, (_, index) => ({
      user_id: partner.id,
      category: 'gedanken',
      content: `${index} ${'ž'.repeat(290)}`,
    }))
    await inParallel(isFull ? 100 : 10, 2, async () => partner.rest.from('entries').insert(rows))
    const memory = [before, await memoryReturns(server, before)]
    lazy?.socket.terminate()
    report('who never reads', { memory })
  }, 90_000)
})

/** Joins as the author as soon as there is room. */
async function eventuallyOpen() {
  for (;;) {
    const raw = await openRaw(socketUrl(server)).catch(() => undefined)
    if (raw !== undefined) {
      const bindings = [{ event: '*', schema: 'public', table: 'entries' }]
      await raw.join('entries-changes', await author.accessToken(), bindings)
      return raw
    }
    await pause(500)
  }
}

describe('after all that', () => {
  it('the logs carry no text, password, token or key', () => {
    expectCleanLogs(server, ['trotz allem', 'žžž', 'polluted'])
  })
})
