import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TestServer } from '../../../support/server.ts'
import { inParallel } from './in-parallel.ts'
import { socketUrl } from './wire.ts'

export type Opened = { readonly socket: WebSocket; readonly closed: Promise<number> }

/** Opens a socket as if from this address; `undefined` if the handshake is refused. */
export async function open(server: TestServer, address: string): Promise<Opened | undefined> {
  const socket = new WebSocket(socketUrl(server), { headers: { 'x-forwarded-for': address } })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  return opened ? { socket, closed } : undefined
}

export const join = (payload: unknown) =>
  JSON.stringify(['1', '1', 'realtime:t', 'phx_join', payload])
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

/** Sends as many frames that are none, eight on each socket; returns how many. */
export async function sendMalformedFrames(server: TestServer, count: number): Promise<number> {
  const perSocket = 8
  let next = 0
  await inParallel(Math.ceil(count / perSocket), 8, async (index) => {
    const opened = await open(server, `192.0.2.${index % 200}`)
    if (opened === undefined) return
    const { socket, closed } = opened
    for (let sent = 0; sent < perSocket; sent += 1)
      socket.send(malformed[next++ % malformed.length] ?? '')
    const kept = await Promise.race([closed.then(() => false), pause(60).then(() => true)])
    if (kept) socket.close()
    await Promise.race([closed, pause(2_000)])
    socket.terminate()
  })
  return next
}

/**
 * Holds as many sockets of one address as it gets, and twice as many of a hundred others; `ofOne` is
 * how many of the one address were open at the same time.
 */
export async function holdSockets(server: TestServer, count: number) {
  const one = await inParallel(count, 20, async () => open(server, '203.0.113.1'))
  // On a busy machine the first have been closed again by now, because they never joined.
  const ofOne = one.filter((socket) => socket?.socket.readyState === WebSocket.OPEN).length
  const many = await inParallel(count * 2, 20, async (index) =>
    open(server, `198.51.${index % 100}.7`),
  )
  const held = [...one, ...many].filter((socket) => socket !== undefined)
  for (const { socket } of held)
    if (socket.readyState === socket.OPEN)
      socket.send(changes({ event: '*', schema: 'public', table: 'entries' }))
  return {
    ofOne,
    held: held.length,
    leave: () => {
      for (const { socket } of held) socket.terminate()
    },
  }
}

/**
 * Sends messages that never end in fragments of one byte, as many on each of the sockets as the server takes;
 * `sent` of them were, and `refused` sockets ended with 1008.
 */
export async function sendFragments(server: TestServer, sockets: number, each: number) {
  const opened = await inParallel(sockets, 20, async (index) =>
    open(server, `192.0.2.${index % 16}`),
  )
  const held = opened.filter((socket) => socket !== undefined)
  let sent = 0
  let refused = 0
  for (const { closed } of held)
    void closed.then((code) => {
      if (code === 1008) refused += 1
    })
  for (let fragment = 0; fragment < each; fragment += 1) {
    const live = held.filter(({ socket }) => socket.readyState === WebSocket.OPEN)
    if (live.length === 0) break
    for (const { socket } of live) socket.send('[', { fin: false })
    sent += live.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    sockets: held.length,
    sent,
    refused: () => refused,
    leave: () => {
      for (const { socket } of held) socket.terminate()
    },
  }
}
