import bcrypt from 'bcryptjs'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../sync/support/room.ts'
import { expectCleanLogs } from '../../support/intruders.ts'
import { people, startTestServer } from '../../support/server.ts'
import type { SignedIn, TestServer } from '../../support/server.ts'
import { withoutHarm } from './support/bystander.ts'
import { inParallel } from './support/in-parallel.ts'
import { collectable } from './support/memory.ts'
import { isFull, long } from '../../support/quick.ts'

let server: TestServer
let partner: SignedIn

/** A server each: an attack uses up limits. */
beforeEach(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', ...collectable } })
  partner = await server.client('Željka')
})
afterEach(async () => {
  try {
    expectCleanLogs(server, [])
  } finally {
    await server.stop()
  }
})

async function attempt(email: string, password: string, address: string): Promise<number> {
  return (await ask(email, password, address)).status
}

async function ask(email: string, password: string, address: string, cookie = '') {
  return fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      cookie,
    },
    body: JSON.stringify({ email, password }),
  })
}

/** An attempt whose turn may come so late on a busy machine that the server hangs up. */
const guess = async (email: string, address: string, password = 'x'): Promise<number | 'cut off'> =>
  attempt(email, password, address).catch(() => 'cut off')

describe('a stranger at the same address', () => {
  it('keeps out no device on which the person signed in, and its own attempts are limited', async () => {
    const { identifier, password } = people.Jonas
    const address = '192.0.2.5'
    const first = await ask(identifier, password, address)
    const [cookie = ''] = first.headers.getSetCookie().map((line) => line.split(';')[0])
    expect(cookie).toMatch(/^tagebuch-device-[\da-f]{8}=[\w-]{22}\.[\w-]{43}$/)
    const wrong = await ask(identifier, 'x', address)
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([400, []])
    let stranger = await attempt(identifier, 'x', address)
    while (stranger !== 429) stranger = await attempt(identifier, 'x', address)
    expect(await attempt(identifier, password, address)).toBe(429)

    // An invented one does not help.
    const forged = cookie.replace(/=.*/, `=${'x'.repeat(22)}.${'x'.repeat(43)}`)
    expect((await ask(identifier, password, address, forged)).status).toBe(429)

    const again = await ask(identifier, password, address, cookie)
    expect(again.status).toBe(200)
    expect(again.headers.getSetCookie().map((line) => line.split(';')[0])).toEqual([cookie])
    // A thief of the device has a few attempts, wherever they come from.
    const thief = await inParallel(20, 4, async (index) =>
      ask(identifier, 'x', `198.51.100.${index}`, cookie),
    )
    expect(thief.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(thief.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('does not keep out a device that only renewed its session since', async () => {
    const { identifier, password } = people.Jonas
    const { refresh_token } = await server.session('Jonas')
    const renewed = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: {
        apikey: server.anonKey,
        'x-forwarded-for': '192.0.2.6',
        'x-forwarded-proto': 'https',
      },
      body: JSON.stringify({ refresh_token }),
    })
    const [line = ''] = renewed.headers.getSetCookie()
    expect(line).toContain(
      '; Path=/auth/v1/token; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure',
    )
    let stranger = await attempt(identifier, 'x', '192.0.2.6')
    while (stranger !== 429) stranger = await attempt(identifier, 'x', '192.0.2.6')
    expect((await ask(identifier, password, '192.0.2.6', line.split(';')[0])).status).toBe(200)
  })
})

// Hundreds of passwords are hashed.
describe('many who guess passwords at the same moment', { timeout: 240_000 }, () => {
  it('delay neither the partner nor the owner, who signs in meanwhile', long, async () => {
    const { identifier, password } = people.Jonas
    // As a journal stores it: the people of tests have cheaper ones.
    await server.sql()`
        update auth.users set encrypted_password = ${await bcrypt.hash(password, 10)} where email = ${identifier}`
    await withoutHarm(server, partner, async () => {
      const guessing = inParallel(isFull ? 400 : 30, 30, async (index) =>
        guess(index % 2 ? identifier : `n${index}@tagebuch.internal`, `198.51.100.${index % 50}`),
      )
      const signIn = async () => guess(identifier, '192.0.2.1', password)
      let owner = await signIn()
      while (owner === 429 || owner === 'cut off') owner = await signIn()
      const statuses = await guessing
      expect(owner).toBe(200)
      expect(statuses.filter((status) => ![400, 429, 'cut off'].includes(status))).toEqual([])
    })
  })

  it(
    'from 256 networks of one IPv6 line keep out neither a known address nor a new one',
    long,
    async () => {
      const { identifier, password } = people.Jonas
      const home = '[2001:db8:aaaa::7]:4711'
      expect(await attempt(identifier, password, home)).toBe(200)
      let refused = 0
      const flood = inParallel(256, 256, async (index) => {
        const address = `2001:db8:bbbb:${(index * 256).toString(16)}::1`
        if ((await guess(`n${index}@tagebuch.internal`, address)) === 429) refused += 1
      })
      // From here on all places that the line can get are taken, for as long as their turns last.
      await eventually(() => refused >= 192)
      const statuses: number[] = []
      for (let tried = 0; tried < 5; tried += 1)
        statuses.push(await attempt(identifier, password, home))
      expect(statuses).toEqual(Array(5).fill(200))
      // Its turn comes after the line's, on a busy machine so late that the server hangs up.
      let unknown = await guess(identifier, '192.0.2.77', password)
      while (unknown === 'cut off') unknown = await guess(identifier, '192.0.2.77', password)
      expect(unknown).toBe(200)
      await flood
    },
  )

  it('cannot stop a session from being renewed or ended, at its own address either', async () => {
    const address = '2001:db8:cccc::1'
    const call = async (path: string, body: object) =>
      fetch(`${server.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: {
          apikey: server.anonKey,
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
        body: JSON.stringify(body),
      })
    const renew = async (token: string) =>
      call('token?grant_type=refresh_token', { refresh_token: token })
    const session = v.object({ refresh_token: v.string(), revocation_token: v.string() })
    const first = await server.session('Jonas')
    let refused = 0
    const flood = inParallel(400, 100, async (index) => {
      if ((await renew(`erfunden-${index}`)).status === 429) refused += 1
    })
    await eventually(() => refused > 0)
    const renewed = await renew(first.refresh_token)
    expect(renewed.status).toBe(200)
    const next = v.parse(session, await renewed.json())
    expect((await renew(next.refresh_token)).status).toBe(200)
    expect((await call('end-session', { revocation_token: next.revocation_token })).status).toBe(
      204,
    )
    expect((await renew(next.refresh_token)).status).not.toBe(200)
    await flood
  })
})
