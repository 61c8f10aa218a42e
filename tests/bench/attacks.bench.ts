import { expect, test } from '@playwright/test'
import {
  askWithoutToken,
  neverRead,
  pipelineRequests,
  sendHardBodies,
  sendLargeBodies,
} from '../access/attacks/support/http-attacks.ts'
import {
  collectable,
  collectedMemory,
  memoryAfter,
  memoryBound,
  memoryOf,
  readForAWhile,
} from '../access/attacks/support/memory.ts'
import { percentile, startReader } from '../access/attacks/support/reader.ts'
import {
  holdSockets,
  sendFragments,
  sendMalformedFrames,
} from '../access/attacks/support/socket-attacks.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { atMost, megabytes, milliseconds, ratio, report, type Figure } from './figures.ts'

/** How long each attack goes on, in milliseconds: the partner asks some hundred times meanwhile. */
const attackFor = 5_000

/** The longest time of the partner's requests in 19 of 20 cases, in milliseconds. */
const noticed = 300

const attacks: readonly (readonly [string, (attacked: Attacked) => Promise<unknown>])[] = [
  ['pipelined requests', async ({ server }) => pipelineRequests(server, 5)],
  ['slow readers', async ({ server }) => neverRead(server, 400)],
  [
    'bodies without end',
    async ({ server, token }) => sendLargeBodies(server, token, { connections: 10, megabytes: 20 }),
  ],
  ['bodies of 64 kB', async ({ server, token }) => sendHardBodies(server, token, 100)],
  ['200 without a token', async ({ server }) => askWithoutToken(server, 200, 200)],
  ['malformed frames', async ({ server }) => sendMalformedFrames(server, 500)],
  ['600 sockets', async ({ server }) => (await holdSockets(server, 200)).leave()],
]

interface Attacked {
  readonly server: TestServer
  /** The attacker's, if the attack needs a signed-in person. */
  readonly token: string
}

test('an attack leaves no memory in use and does not delay the partner', async () => {
  const server = await startTestServer({ env: { TRUST_PROXY: '1', ...collectable } })
  const partner = await server.client('Željka')
  const attacker = await server.client('Jonas')
  const attacked = { server, token: await attacker.accessToken() }
  await readForAWhile(partner)
  const figures: Figure[] = []
  for (const [name, attack] of attacks) {
    const before = await collectedMemory(server)
    const p95 = await p95While(server, await partner.accessToken(), async () => attack(attacked))
    const after = await memoryAfter(server, before)
    const memory = { name: `memory after ${name} : before`, show: megabytes }
    figures.push(
      ratio({ ...memory, value: after * megabyte, base: before * megabyte }, memoryBound),
      atMost(`request during ${name}, p95`, p95, noticed, milliseconds),
    )
  }
  await server.stop()
  report('attacks', figures)
})

test('messages in fragments of one byte take no memory', async () => {
  const server = await startTestServer({ env: { TRUST_PROXY: '1', ...collectable } })
  await readForAWhile(await server.client('Željka'))
  const before = await collectedMemory(server)
  let highest = before
  const watching = setInterval(() => (highest = Math.max(highest, memoryOf(server))), 100)
  const attack = await sendFragments(server, 256, 16_000)
  highest = Math.max(highest, await collectedMemory(server))
  clearInterval(watching)
  attack.leave()
  await server.stop()
  // Sockets take memory themselves, for a moment.
  const memory = { name: 'memory during fragments : before', show: megabytes }
  report('fragments', [ratio({ ...memory, value: highest * megabyte, base: before * megabyte }, 2)])
})

const megabyte = 1024 * 1024

/** The 95th percentile of the partner's requests, in milliseconds, while something goes on. */
async function p95While(
  server: TestServer,
  token: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const reader = await startReader(server, token)
  const end = performance.now() + attackFor
  while (performance.now() < end) await work()
  const { times, failures } = await reader.stop()
  expect(failures, 'requests of the partner that failed').toEqual([])
  return percentile(times, 95)
}
