import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { contentLimit } from '../../src/domain/limits.ts'
import { parseFilter } from '../../src/server/realtime/filter.ts'
import { parseFrame } from '../../src/server/realtime/frame.ts'
import { parseJoin } from '../../src/server/realtime/join.ts'
import { startJournal, type Journal } from './support/journal.ts'
import { anonKey, eventually, startRoom, type RawSocket, type TestRoom } from './support/room.ts'
import { isFull } from '../support/quick.ts'

const entries = { event: '*', schema: 'public', table: 'entries' }
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const cases = isFull ? 10_000 : 300

let journal: Journal
let room: TestRoom
let partner: RawSocket

beforeAll(async () => {
  journal = await startJournal()
  room = await startRoom(journal)
  partner = await room.raw()
  await partner.join('partner', await journal.second.token(), [entries])
})
afterAll(async () => {
  await room.stop()
  await journal.stop()
})

/** Whether the partner still gets what is written. */
async function partnerHears(): Promise<boolean> {
  const id = await journal.first.write('ungestört')
  await eventually(() =>
    partner.events().some((data) => (data['record'] as { id?: string } | undefined)?.id === id),
  )
  return partner.socket.readyState === partner.socket.OPEN
}

/** Things shaped like frames, with anything in every place. */
const frameLike = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .tuple(
      fc.oneof(fc.constant(null), fc.string(), fc.integer()),
      fc.oneof(fc.constant(null), fc.string(), fc.integer()),
      fc.oneof(fc.constantFrom('phoenix', 'realtime:a', 'realtime:b'), fc.string(), fc.anything()),
      fc.oneof(
        fc.constantFrom('phx_join', 'phx_leave', 'access_token', 'heartbeat', 'broadcast'),
        fc.string(),
      ),
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          config: fc.record({
            postgres_changes: fc.array(
              fc.record({
                event: fc.constantFrom('*', 'INSERT', 'x'),
                schema: fc.string(),
                table: fc.oneof(fc.constant('entries'), fc.string()),
                filter: fc.string(),
              }),
              { maxLength: 3 },
            ),
          }),
          access_token: fc.oneof(fc.string(), fc.constant(null)),
        }),
      ),
    )
    .map((parts) => JSON.stringify(parts)),
)

describe('any input on a socket', () => {
  it('is parsed or refused and never throws', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.oneof(frameLike, fc.string({ unit: 'binary' })), (text) => {
        const frame = parseFrame(Buffer.from(text), false)
        expect(frame === null || parseJoin(frame.payload) !== undefined).toBe(true)
      }),
      { seed, numRuns: cases },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        parseFrame(Buffer.from(bytes), true)
      }),
      { seed, numRuns: cases },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseFilter(text)
        parseFilter(`content=eq.${text}`)
        parseFilter(`content=eq."${text}"`)
      }),
      { seed, numRuns: cases },
    )
  })

  it(`disturbs no other socket (SEED=${seed})`, async () => {
    const frames = fc.sample(frameLike, { seed, numRuns: cases })
    let raw = await room.raw()
    for (const [index, text] of frames.entries()) {
      if (raw.socket.readyState !== raw.socket.OPEN) raw = await room.raw()
      if (index % 7 === 0) raw.socket.send(Buffer.from(text))
      else raw.socket.send(text)
      if (index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    raw.socket.terminate()
    expect(await partnerHears()).toBe(true)
  })

  it.each([
    ['no JSON', 'nothing'],
    ['too long', JSON.stringify([null, '1', 'phoenix', 'heartbeat', 'x'.repeat(40_000)])],
    ['of a megabyte', JSON.stringify([null, '1', 'phoenix', 'heartbeat', 'x'.repeat(2 ** 20)])],
    ['too deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['of 64 kB of brackets', '['.repeat(65_536)],
    ['the other version', JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {} })],
    ['a topic of 300 characters', JSON.stringify([null, '1', 'x'.repeat(300), 'heartbeat', {}])],
  ])('closes its own socket alone when it is %s', async (_, text) => {
    const raw = await room.raw()
    raw.socket.send(text)
    expect([1008, 1009]).toContain(await raw.closed)
    expect(await partnerHears()).toBe(true)
  })

  it('closes its own socket if it exceeds the limits', async () => {
    const raw = await room.raw()
    for (let index = 0; index < 400; index += 1) raw.send(null, '1', 'phoenix', 'heartbeat', {})
    expect(await raw.closed).toBe(1008)
    expect(await partnerHears()).toBe(true)
  })

  it('closes its own socket when it is the third that is refused', async () => {
    const raw = await room.raw()
    const refused = { config: { postgres_changes: 'x' } }
    for (const ref of ['1', '2']) raw.send(ref, ref, 'realtime:t', 'phx_join', refused)
    await raw.frame(([, ref]) => ref === '2')
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
    raw.send('3', '3', 'realtime:t', 'phx_join', refused)
    expect(await raw.closed).toBe(1008)
    expect(await partnerHears()).toBe(true)
  })

  it('closes its own socket when it comes in more fragments than a browser sends', async () => {
    const raw = await room.raw()
    raw.socket.send('[null,"1",', { fin: false })
    raw.socket.send('"phoenix","heartbeat",{}]')
    await raw.frame(([, ref]) => ref === '1')
    for (let index = 0; index < 5; index += 1) raw.socket.send('[', { fin: false })
    expect(await raw.closed).toBe(1008)
    expect(await partnerHears()).toBe(true)
  })

  it('closes its own socket when it comes byte by byte', async () => {
    const raw = new WebSocket(`${room.url}/websocket?apikey=${anonKey}&vsn=2.0.0`)
    const closed = once(raw, 'close')
    const [{ socket: stream }] = (await once(raw, 'upgrade')) as [IncomingMessage]
    stream.setNoDelay(true)
    const text = JSON.stringify([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(10_000) }])
    // One frame of the text, masked with zeros: whole and at once it would be answered.
    const frame = Buffer.alloc(8 + text.length)
    frame.set([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff])
    frame.write(text, 8)
    let sent = 0
    while (sent < frame.length && raw.readyState === raw.OPEN) {
      stream.write(frame.subarray(sent, sent + 1))
      sent += 1
      // The server, in this process, reads what is there; some bytes may come together.
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sent).toBeLessThan(frame.length)
    expect(await closed).toEqual([1008, expect.anything()])
    expect(await partnerHears()).toBe(true)
  })

  it('closes its own socket when its last byte does not come', async () => {
    let now = Date.now()
    const timed = await startRoom(journal, { clock: () => now, limits: { sweep: 10 } })
    const raw = await timed.raw()
    const idle = await timed.raw()
    const pinged = async (socket: RawSocket['socket']) => {
      const answered = once(socket, 'pong')
      socket.ping()
      await answered
    }
    raw.socket.send('[', { fin: false })
    for (const { socket } of [raw, idle]) await pinged(socket)
    now += 9_000
    for (const { socket } of [raw, idle]) await pinged(socket)
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
    now += 2_000
    expect(await raw.closed).toBe(1006)
    await pinged(idle.socket)
    idle.socket.terminate()
    await timed.stop()
  })

  it('ends with its socket if the client reads too slowly', async () => {
    const small = await startRoom(journal, { limits: { bufferedBytes: 20_000 } })
    const slow = await small.raw()
    await slow.join('slow', await journal.second.token(), [entries])
    const quick = await small.raw()
    await quick.join('quick', await journal.second.token(), [entries])
    slow.socket.pause()
    const content = '🥰'.repeat(contentLimit)
    // Of more than some thousand at once a person would only be told to pull.
    for (let batch = 1; batch <= 5; batch += 1) {
      await journal.first.act(
        async (sql) => sql`insert into entries (user_id, category, content)
          select ${journal.first.id}, 'gedanken', ${content} from generate_series(1, 2000)`,
      )
      await eventually(() => quick.events().length === batch * 2000)
    }
    quick.socket.terminate()
    expect(await eventually(() => small.connections() === 0)).toBe(true)
    await small.stop()
  })

  it('leaves no journal text, token or key in the log', () => {
    expect(room.logged.join('\n')).not.toMatch(/ungestört|eyJ|sb_publishable/)
  })
})
