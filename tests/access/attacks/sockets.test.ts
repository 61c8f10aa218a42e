import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually, openRaw } from '../../sync/support/room.ts'
import { expectCleanLogs } from '../../support/intruders.ts'
import { memoryBefore, memoryReturns, watch, withoutHarm } from './support/bystander.ts'
import { inParallel } from './support/in-parallel.ts'
import { socketUrl } from './support/wire.ts'
import { collectable } from './support/memory.ts'
import { holdSockets, join, open, sendMalformedFrames } from './support/socket-attacks.ts'
import { isFull, long } from '../../support/quick.ts'
import { withOwnServer, author, partner, ownServer as server } from '../../support/signed-in.ts'

withOwnServer({ env: { TRUST_PROXY: '1', ...collectable } })

describe('malformed frames', () => {
  it('close their socket and do nothing else', async () => {
    await withoutHarm(server, partner, async () => {
      const count = isFull ? 10_000 : 1_000
      expect(await sendMalformedFrames(server, count)).toBeGreaterThanOrEqual(count)
    })
  })

  it('and endless well-formed ones close their socket', async () => {
    const bystander = await watch(server, partner)
    const flooder = await open(server, '198.51.100.1')
    for (let count = 0; count < 5_000; count += 1)
      flooder?.socket.send(JSON.stringify([null, String(count), 'phoenix', 'heartbeat', {}]))
    // 1006 where the farewell did not get past the frames still under way.
    expect([1006, 1008]).toContain(await flooder?.closed)
    await bystander.leave()
  })
})

describe('a patient attacker', () => {
  it('with hundreds of sockets keeps neither partner out, old sockets stay', long, async () => {
    const before = await memoryBefore(server, partner)
    const bystander = await watch(server, partner)
    const { ofOne, held, leave } = await holdSockets(server, isFull ? 1_000 : 200)
    expect(ofOne).toBeLessThanOrEqual(64)
    expect(held).toBeGreaterThan(100)

    // The author arrives while all places are taken, and tries again as the client does.
    const arrived = await eventuallyOpen()
    const entry = { user_id: partner.id, category: 'gedanken', content: 'Hallo trotz allem' }
    expect((await partner.rest.from('entries').insert(entry)).error).toBeNull()
    await eventually(() => JSON.stringify(arrived.received).includes('trotz allem'))
    await bystander.leave()
    arrived.socket.terminate()
    leave()
    await memoryReturns(server, before)
  })

  it('who never reads is disconnected before the server buffers much', async () => {
    const before = await memoryBefore(server, partner)
    const lazy = await open(server, '203.0.113.9')
    const joined = lazy && once(lazy.socket, 'message')
    lazy?.socket.send(
      join({
        config: { postgres_changes: [{ event: '*', schema: 'public', table: 'entries' }] },
        access_token: await author.accessToken(),
      }),
    )
    await joined
    lazy?.socket.pause()
    const rows = Array.from({ length: 100 }, (_, index) => ({
      user_id: partner.id,
      category: 'gedanken',
      content: `${index} ${'ž'.repeat(290)}`,
    }))
    await inParallel(isFull ? 100 : 10, 2, async () => partner.rest.from('entries').insert(rows))
    await memoryReturns(server, before)
    lazy?.socket.terminate()
  })
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
