import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { PartnerId } from '../../src/domain/ids.ts'
import { createBackend, type Backend } from '../../src/web/backend/backend.ts'
import { sessionKey } from '../../src/web/backend/stored-session.ts'
import { people } from '../support/server.ts'
import { eventually, memoryStorage, openDevice, settled } from './device.ts'
import { ownServer as server, withOwnServer } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

const opened: Backend[] = []

withOwnServer()
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  for (const backend of opened) await backend.close()
})

const jonas = people.Jonas
const hour = 3_600_000

/** A browser's storage with a session in it, as the sign-in service gave it. */
async function signedInStorage(session = server.session('Jonas')) {
  const storage = memoryStorage()
  storage.setItem(sessionKey, JSON.stringify(await session))
  return storage
}

/** A tab on this storage, which counts its renewals; `renewal` may answer in the server's place. */
function tab(storage: ReturnType<typeof memoryStorage>, renewal?: () => Response) {
  let renewals = 0
  const { url, anonKey } = server
  const backend = createBackend({
    url,
    anonKey,
    storage,
    async fetch(input, init) {
      if (!new Request(input).url.includes('grant_type=refresh_token')) return fetch(input, init)
      renewals += 1
      return renewal?.() ?? fetch(input, init)
    },
  })
  opened.push(backend)
  return {
    backend,
    renewals: () => renewals,
    /** Reads the person's profile, as a pull would. */
    read: async () => {
      const state = backend.session()
      const person = state.kind === 'active' ? state.person : ('' as PartnerId)
      const answer = await backend.calls(person).read('profiles', { id: person })
      return answer.ok ? 'read' : answer.code
    },
  }
}

/** Changes the stored session. */
function change(storage: ReturnType<typeof memoryStorage>, part: Record<string, unknown>): void {
  const stored = JSON.parse(storage.getItem(sessionKey) ?? '{}') as Record<string, unknown>
  storage.setItem(sessionKey, JSON.stringify({ ...stored, ...part }))
}

function setClock(difference: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference })
}

describe('a device whose clock is wrong', () => {
  it.each([
    ['two hours ahead', 2 * hour],
    ['ten years ahead', 87_600 * hour],
    ['two hours behind', -2 * hour],
  ])('and %s signs in and reads without a renewal', async (_, difference) => {
    setClock(difference)
    const { backend, read, renewals } = tab(memoryStorage())
    expect(await backend.signIn(jonas.identifier, jonas.password)).toMatchObject({ ok: true })
    for (let time = 0; time < 5; time += 1) expect(await read()).toBe('read')
    expect(renewals()).toBe(0)
  })

  it('and that stored the server’s expiry renews once', async () => {
    const storage = await signedInStorage()
    setClock(2 * hour)
    const { read, renewals } = tab(storage)
    for (let time = 0; time < 5; time += 1) expect(await read()).toBe('read')
    expect(renewals()).toBe(1)
  })

  it('keeps a journal open and in step with few renewals', async () => {
    setClock(3 * hour)
    const device = await openDevice(server, 'Željka', { freshSession: true })
    let renewals = 0
    device.setNetwork(({ url }) => {
      if (url.includes('refresh_token')) renewals += 1
      return 'arrives'
    })
    await settled(device)
    for (let time = 0; time < 5; time += 1) {
      device.session.wake()
      await settled(device)
    }
    expect(renewals).toBeLessThanOrEqual(1)
    await device.close()
  })

  it('renews a token that the server took back as expired, and no other', async () => {
    const storage = await signedInStorage()
    const { read, renewals } = tab(storage)
    // A clock that was put back: the token looks valid for years.
    change(storage, { access_token: 'taken.back.token', expires_at: 4_000_000_000 })
    expect(await read()).toBe('read')
    expect(await read()).toBe('read')
    expect(renewals()).toBe(1)
  })
})

describe('a token that lives for a minute', () => {
  it('is used until its last third', async () => {
    const storage = await signedInStorage()
    change(storage, { expires_in: 60, expires_at: Math.round(Date.now() / 1000) + 60 })
    const { read, renewals } = tab(storage)
    await opened.at(-1)?.warmUp()
    for (let time = 0; time < 5; time += 1) expect(await read()).toBe('read')
    expect(renewals()).toBeLessThanOrEqual(1)
  })
})

/** Web Locks of one browser, as far as renewals use them. */
function browserLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = async (_: string, __: LockOptions, task: () => Promise<unknown>) => {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }
  return { request }
}
const refusing = { request: async () => Promise.reject(new Error('site data is blocked')) }

describe.each([
  ['with Web Locks', browserLocks()],
  ['without Web Locks', undefined],
  ['with Web Locks that the browser refuses', refusing],
])('ten tabs that renew at once %s', (_, locks) => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ['an expired token', { expires_at: 1000 }],
    ['a token that the server took back', { access_token: 'taken.back.token' }],
  ])('because of %s all stay signed in', async (__, part) => {
    const storage = await signedInStorage()
    change(storage, part)
    const tabs = Array.from({ length: 10 }, () => tab(storage))
    const all = async () => Promise.all(tabs.map(async ({ read }) => read()))
    expect(new Set(await all())).toEqual(new Set(['read']))
    expect(new Set(await all())).toEqual(new Set(['read']))
    expect(new Set(tabs.map(({ backend }) => backend.session().kind))).toEqual(new Set(['active']))
    // Under a lock the first renews for all; the second may look before the first has stored it.
    const isLocked = locks !== undefined && locks !== refusing
    const sent = tabs.reduce((sum, { renewals }) => sum + renewals(), 0)
    expect(sent).toBeLessThan(isLocked ? 10 : 11)
  })
})

const html = { 'content-type': 'text/html' }
const passing: readonly (readonly [string, () => Response])[] = [
  ['429', () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 })],
  ['429 of a hosted project', () => Response.json({ code: 429, msg: 'slow' }, { status: 429 })],
  ['500', () => new Response('Internal', { status: 500 })],
  ['503', () => Response.json({ code: 'unexpected_failure' }, { status: 503 })],
  ['507', () => Response.json({}, { status: 507 })],
  ['a hotel’s page', () => new Response('<html>WLAN</html>', { headers: html })],
  ['another program’s JSON', () => Response.json({ ok: true })],
  ['a proxy’s 403', () => new Response('<html>no</html>', { status: 403, headers: html })],
  ['a proxy’s 401 in JSON', () => Response.json({ error: 'login' }, { status: 401 })],
  ['a 400 without a reason', () => new Response('', { status: 400 })],
  ['a 404 in JSON', () => Response.json({ message: 'no Route' }, { status: 404 })],
  [
    'an address that is not the server’s',
    () => Response.json({ error_code: 'address_refused' }, { status: 403 }),
  ],
]

describe('the answer to a renewal', () => {
  // At the same time: each is tried again for as long as a call waits for its token.
  it(
    'ends no session, unless it is a refusal that names its reason, and the next good one renews it',
    long,
    async () => {
      const session = await server.session('Jonas')
      let isBack = false
      const fates = passing.map(async ([name, answer]) => {
        const storage = await signedInStorage(Promise.resolve(session))
        change(storage, { expires_at: 1000 })
        const before = storage.getItem(sessionKey)
        const one = tab(storage, () => (isBack ? Response.json(session) : answer()))
        const answered = await one.read()
        const isKept = storage.getItem(sessionKey) === before
        return { ...one, fate: [name, answered, one.backend.session().kind, isKept] }
      })
      const tabs = await Promise.all(fates)
      expect(tabs.map(({ fate }) => fate)).toEqual(
        passing.map(([name]) => [name, 'network', 'active', true]),
      )
      isBack = true
      for (const { read } of tabs) await eventually(read, (answer) => answer === 'read')
    },
  )

  it.each([
    ['refresh_token_not_found', 400, 'ended'],
    ['refresh_token_already_used', 400, 'reused'],
    ['session_expired', 400, 'expired'],
    ['session_not_found', 403, 'ended'],
    ['user_banned', 403, 'account'],
  ])('%s ends it and says why, after a reload too', async (code, status, reason) => {
    const storage = await signedInStorage()
    change(storage, { expires_at: 1000 })
    const { read, backend } = tab(storage, () => Response.json({ error_code: code }, { status }))
    expect(await read()).toBe('unauthorized')
    expect([backend.session().kind, backend.loss()]).toEqual(['lost', reason])
    expect(tab(storage).backend.loss()).toBe(reason)
    await backend.signIn(jonas.identifier, jonas.password)
    expect(tab(storage).backend.loss()).toBe('forgotten')
  })

  it('of the server, after the session was ended there, says why', async () => {
    const storage = await signedInStorage()
    change(storage, { expires_at: 1000 })
    const { read, backend } = tab(storage)
    await server.sql()`delete from auth.sessions`
    await eventually(read, (answer) => answer === 'unauthorized')
    expect(backend.loss()).toBe('ended')
  })
})
