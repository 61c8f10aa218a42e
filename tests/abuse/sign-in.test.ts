import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectCleanLogs } from '../support/intruders.ts'
import { people, startTestServer } from '../support/server.ts'
import type { SignedIn, TestServer } from '../support/server.ts'
import { inParallel, isFull, memoryOf, memoryReturns, report, watch } from './support/bystander.ts'

let server: TestServer
let partner: SignedIn

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  partner = await server.client('Željka')
})
afterAll(async () => {
  await server.stop()
})

async function attempt(email: string, password: string, address: string): Promise<number> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

describe('many who guess passwords at the same moment', () => {
  it('hold up neither the partner nor the owner, who signs in meanwhile', async () => {
    const before = memoryOf(server)
    const bystander = await watch(server, partner)
    const { identifier, password } = people.Jonas
    const count = isFull ? 400 : 60
    const guessing = inParallel(count, 30, async (index) =>
      attempt(
        index % 2 ? identifier : `n${index}@tagebuch.internal`,
        'x',
        `198.51.100.${index % 50}`,
      ),
    )
    const started = performance.now()
    let owner = await attempt(identifier, password, '192.0.2.1')
    while (owner === 429 && performance.now() - started < 120_000)
      owner = await attempt(identifier, password, '192.0.2.1')
    const waited = Math.round(performance.now() - started)
    const statuses = await guessing
    expect(owner).toBe(200)
    expect(statuses.filter((status) => status !== 400 && status !== 429)).toEqual([])
    const seen = await bystander.leave()
    const refused = statuses.filter((status) => status === 429).length
    const memory = [before, await memoryReturns(server, before)]
    report('guessing', { ...seen, count, refused, waited, memory })
  }, 300_000)

  it('leave nothing in the logs', () => {
    expectCleanLogs(server, [])
  })
})
