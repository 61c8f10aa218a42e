import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../realtime/support/room.ts'
import { startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'
import { inParallel, isFull, memoryOf, memoryReturns, report, watch } from './support/bystander.ts'
import { lines, wire } from './support/wire.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** The largest file that anyone may ask for. */
const largest = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => ({ name, bytes: statSync(path.join(dist, name)).size }))
  .reduce((one, other) => (other.bytes > one.bytes ? other : one))

/** How much more than before an attack may make the process hold, in megabytes. */
const allowed = 120

let server: TestServer
let partner: SignedIn

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  partner = await server.client('Željka')
})
afterAll(async () => {
  await server.stop()
})

const asking = (address: string) =>
  lines(
    `GET /${largest.name.split(path.sep).join('/')} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${address}`,
  )

/** Looks at the server's memory until it is asked for the most it has seen, in megabytes. */
function watchMemory() {
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, memoryOf(server))), 100)
  return () => {
    clearInterval(looking)
    return most
  }
}

describe('someone who asks for the largest file', () => {
  it('thousands of times at once on one connection is cut off, and nobody notices', async () => {
    const before = memoryOf(server)
    const bystander = await watch(server, partner)
    const most = watchMemory()
    const ends: Promise<unknown>[] = []
    for (let tried = 0; tried < (isFull ? 20 : 5); tried += 1) {
      const socket = wire(server)
      ends.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.pause()
      const request = asking('203.0.113.5')
      socket.write(request.repeat(Math.ceil((700 * 1024) / request.length)))
      // Without reading, the end shows only where something is written.
      const poking = setInterval(() => socket.write(request), 50)
      socket.once('close', () => clearInterval(poking))
    }
    await Promise.all(ends)
    const seen = await bystander.leave()
    expect(most()).toBeLessThan(before + allowed)
    report('pipelined', {
      ...seen,
      most: most(),
      memory: [before, await memoryReturns(server, before)],
    })
  }, 60_000)

  it('and never reads, hundreds of times, makes the server hold next to nothing', async () => {
    const before = memoryOf(server)
    const bystander = await watch(server, partner)
    const most = watchMemory()
    const count = isFull ? 2_000 : 400
    let open = 0
    const readers = await inParallel(count, 50, async (index) => {
      const socket = wire(server)
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      open += 1
      socket.once('close', () => (open -= 1))
      socket.pause()
      socket.write(asking(`198.51.${index % 200}.${Math.floor(index / 200)}`).repeat(8))
      return socket
    })
    await pause(1_000)
    const seen = await bystander.leave()
    expect(most()).toBeLessThan(before + allowed)
    const held = open
    for (const socket of readers) socket.destroy()
    await eventually(() => open === 0)
    report('who never reads files', {
      ...seen,
      most: most(),
      held,
      memory: [before, await memoryReturns(server, before)],
    })
  }, 90_000)
})
