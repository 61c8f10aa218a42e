import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { expectCleanLogs } from '../../support/intruders.ts'
import { withoutHarm } from './support/bystander.ts'
import { socketUrl } from './support/wire.ts'
import { collectable } from './support/memory.ts'
import { anyJson, handfulOf, nasty, seeded } from './support/fuzz.ts'
import { withOwnServer, author, partner, ownServer as server } from '../../support/signed-in.ts'

const secret = 'Nur-fuer-mich-1928'

let partnersToken: string

withOwnServer({ env: collectable })
beforeAll(async () => {
  partnersToken = await partner.accessToken()
})

const filter = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('id', 'content', 'is_private', 'user_id', 'updated_at', 'nichts'),
      fc.constantFrom('eq', 'neq', 'gt', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'not.eq'),
      fc.oneof(
        nasty,
        fc.constantFrom(`(${secret})`, `${secret}%`, '(a+)+$', '((a*)*)*b', '[', 'true'),
      ),
    )
    .map(([column, operator, value]) => `${column}=${operator}.${value}`),
  nasty,
)
const binding = fc.oneof(
  fc.record(
    {
      event: fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'),
      schema: fc.constantFrom('public', 'auth', '*', 'private'),
      table: fc.constantFrom('entries', 'reactions', 'removals', '*', 'users', 'last_looks'),
      filter,
      select: fc.oneof(fc.array(fc.constantFrom('id', 'content', 'x')), anyJson),
    },
    { requiredKeys: ['event'] },
  ),
  anyJson,
)
const joinPayload = fc.record(
  {
    config: fc.oneof(
      fc.record(
        {
          postgres_changes: fc.array(binding, { maxLength: 4 }),
          postgres_changes_options: fc.record({ wait: fc.boolean(), timeout: fc.integer() }),
          broadcast: anyJson,
          presence: anyJson,
        },
        { requiredKeys: [] },
      ),
      anyJson,
    ),
    access_token: fc.oneof(fc.constant('TOKEN'), nasty, anyJson),
  },
  { requiredKeys: [] },
)
const goodRef = fc.constantFrom('1', '2', null)
const ref = fc.oneof({ weight: 9, arbitrary: goodRef }, { weight: 1, arbitrary: anyJson })
const topic = fc.oneof(fc.constantFrom('realtime:a', 'realtime:b', 'phoenix'), nasty)
const event = fc.oneof(
  fc.constantFrom(
    'phx_join',
    'phx_join',
    'phx_leave',
    'access_token',
    'heartbeat',
    'broadcast',
    'presence',
  ),
  nasty,
)
/** Mostly well-formed frames of odd content; now and then no frame at all, which ends the socket. */
const frame: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .tuple(
        goodRef,
        goodRef,
        fc.constantFrom('realtime:a', 'realtime:b'),
        event.map((name) => name.slice(0, 60) || 'phx_join'),
        fc.oneof({ weight: 4, arbitrary: joinPayload }, { weight: 1, arbitrary: anyJson }),
      )
      .map((parts) => JSON.stringify(parts)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(ref, ref, topic, event, anyJson).map((parts) => JSON.stringify(parts)),
  },
  { weight: 1, arbitrary: nasty },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
)

/** Sends a handful of frames on one socket and returns all that came back. */
async function converse(frames: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = new WebSocket(socketUrl(server))
  let received = ''
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => (received += data.toString()))
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve))
  if (socket.readyState !== socket.OPEN) return 'refused'
  for (const one of frames)
    socket.send(
      typeof one === 'string' ? one.replace('"TOKEN"', JSON.stringify(partnersToken)) : one,
    )
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([closed, pause(60)])
  socket.close()
  await Promise.race([closed, pause(1_000)])
  socket.terminate()
  return received
}

// Ten thousand of them.
describe('any frames', { timeout: 240_000 }, () => {
  it('break nothing, and tell the partner nothing about a private entry that changes meanwhile', async () => {
    const done = new AbortController()
    const property = fc.asyncProperty(handfulOf(frame), handfulOf(frame), async (one, other) => {
      const received = await Promise.all([converse(one), converse(other)])
      for (const text of received) {
        expect(text).not.toBe('refused')
        // A refused filter is quoted to its sender, so only events are checked.
        for (const [found] of text.matchAll(/"record":\{[^}]*\}/g))
          expect(found).not.toContain(secret)
      }
    })
    await withoutHarm(server, partner, async () => {
      const authorWrites = (async () => {
        for (let count = 0; !done.signal.aborted; count += 1) {
          const id = crypto.randomUUID()
          const row = { id, user_id: author.id, category: 'gedanken', is_private: true }
          await author.rest.from('entries').insert({ ...row, content: `${secret} ${count}` })
          await author.rest.from('entries').delete().eq('id', id)
          await pause(20)
        }
      })()
      await fc.assert(property, { ...seeded, numRuns: Math.ceil((seeded.numRuns ?? 0) / 2) })
      done.abort()
      await authorWrites
    })
  })

  it('left nothing in the logs', () => {
    expectCleanLogs(server, [secret, 'drop table', 'jndi'])
  })
})
