import { describe, expect, it } from 'vitest'
import { withoutHarm } from './support/bystander.ts'
import { neverRead, pipelineRequests } from './support/http-attacks.ts'
import { collectable, memoryOf } from './support/memory.ts'
import { isFull } from '../../support/quick.ts'
import { withOwnServer, partner, ownServer as server } from '../../support/signed-in.ts'

/** How much more than before an attack may make the process hold, in megabytes. */
const allowed = 120

withOwnServer({ env: { TRUST_PROXY: '1', ...collectable } })

/** Samples the server's memory; the returned function stops and yields the maximum, in megabytes. */
function watchMemory() {
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, memoryOf(server))), 100)
  return () => {
    clearInterval(looking)
    return most
  }
}

describe('a client that requests the largest file', () => {
  it('thousands of times at once on one connection is disconnected, and every request of the partner is answered', async () => {
    await withoutHarm(server, partner, async (before) => {
      const most = watchMemory()
      await pipelineRequests(server, isFull ? 20 : 5)
      expect(most()).toBeLessThan(before + allowed)
    })
  })

  it('and never reads, hundreds of times, uses almost no memory of the server', async () => {
    await withoutHarm(server, partner, async (before) => {
      const most = watchMemory()
      await neverRead(server, isFull ? 2_000 : 400)
      expect(most()).toBeLessThan(before + allowed)
    })
  })
})
