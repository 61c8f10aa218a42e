import { afterAll, describe, expect, it } from 'vitest'

import { createBackend, type Backend } from '../../src/web/backend/backend.ts'
import { endingsKey } from '../../src/web/backend/session-end.ts'
import { sessionKey } from '../../src/web/backend/stored-session.ts'
import { people } from '../support/server.ts'
import { memoryStorage, note, openDevice, settled, texts } from './device.ts'
import { ownServer as server, withOwnServer } from '../support/signed-in.ts'

const opened: Backend[] = []

withOwnServer()
afterAll(async () => {
  for (const backend of opened) await backend.close()
})

const jonas = people.Jonas

function backendWith(answer: typeof fetch, storage = memoryStorage()): Backend {
  const { url, anonKey } = server
  const backend = createBackend({ url, anonKey, storage, fetch: answer })
  opened.push(backend)
  return backend
}

describe('signing in', () => {
  it('yields the person with the profile’s name, and a session', async () => {
    const backend = backendWith(fetch)
    expect(backend.session()).toEqual({ kind: 'none' })
    const result = await backend.signIn(jonas.identifier, jonas.password)
    expect(result).toMatchObject({
      ok: true,
      person: { name: 'Jonas', identifier: jonas.identifier },
    })
    expect(backend.session().kind).toBe('active')
    const events: string[] = []
    backend.onSession((event) => events.push(event))
    await backend.signOut()
    expect(backend.session()).toEqual({ kind: 'none' })
    expect(events).toEqual(['signed-out'])
  })

  it.each(['%s ', '\u00A0%s\n', '\u200B%s\u200B'])(
    'takes a password that was pasted as %j',
    async (pasted) => {
      const given = pasted.replace('%s', jonas.password)
      const result = await backendWith(fetch).signIn(jonas.identifier, given)
      expect(result).toMatchObject({ ok: true })
    },
  )

  it('distinguishes a wrong password, an unreachable server and too many attempts', async () => {
    const wrong = await backendWith(fetch).signIn(jonas.identifier, 'falsch-falsch')
    expect(wrong).toEqual({ ok: false, reason: 'invalid-credentials' })
    const away = backendWith(async () => Promise.reject(new TypeError('fetch failed')))
    const unreachable = { ok: false, reason: 'unreachable' }
    expect(await away.signIn(jonas.identifier, jonas.password)).toEqual(unreachable)
    const broken = backendWith(async () => new Response('{}', { status: 503 }))
    expect(await broken.signIn(jonas.identifier, jonas.password)).toEqual(unreachable)
    const busy = backendWith(async () => new Response('{}', { status: 429 }))
    const many = { ok: false, reason: 'too-many-attempts' }
    expect(await busy.signIn(jonas.identifier, jonas.password)).toEqual(many)
  })

  it('ends on this device also when the server cannot be told', async () => {
    const storage = memoryStorage()
    let away = false
    const backend = backendWith(async (input, init) => {
      if (away) throw new TypeError('fetch failed')
      return fetch(input, init)
    }, storage)
    await backend.signIn(jonas.identifier, jonas.password)
    away = true
    await backend.signOut()
    expect(backend.session()).toEqual({ kind: 'none' })
    expect(storage.getItem(sessionKey)).toBeNull()
  })
})

describe('signing out without a network', () => {
  it('keeps a token that can only end the session, and ends it when the page is next open', async () => {
    const storage = memoryStorage()
    let away = false
    const network: typeof fetch = async (input, init) => {
      if (away) throw new TypeError('fetch failed')
      return fetch(input, init)
    }
    const backend = backendWith(network, storage)
    await backend.signIn(jonas.identifier, jonas.password)
    const before = JSON.parse(storage.getItem(sessionKey) ?? '{}') as Record<string, string>
    const { access_token: access = '', refresh_token: refresh = '' } = before
    away = true
    await backend.signOut()
    const kept = storage.getItem(endingsKey) ?? ''
    expect(storage.getItem(sessionKey)).toBeNull()
    expect(kept).not.toContain(refresh)
    expect(kept).not.toContain(access)

    // The kept token opens nothing.
    const [token = ''] = JSON.parse(kept) as string[]
    const opened = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
    })
    expect(opened.status).toBe(401)
    const renewed = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    })
    expect(renewed.status).toBe(400)

    const next = backendWith(network, storage)
    await next.endLeftSessions()
    expect(storage.getItem(endingsKey)).toBe(kept)
    away = false
    // A device says that it is online before it reaches the server, so more attempts follow by themselves.
    await expect.poll(() => storage.getItem(endingsKey)).toBeNull()
    const dead = await server.authClient().refreshSession({ refresh_token: refresh })
    expect(dead.error?.status).toBe(400)
    const late = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${access}` },
    })
    expect(late.status).toBe(401)
  })

  it('leaves nothing behind where the server gave no such token', async () => {
    const storage = memoryStorage()
    let away = false
    const backend = backendWith(async (input, init) => {
      if (away) throw new TypeError('fetch failed')
      return fetch(input, init)
    }, storage)
    await backend.signIn(jonas.identifier, jonas.password)
    const stored = JSON.parse(storage.getItem(sessionKey) ?? '{}') as Record<string, unknown>
    const { revocation_token: _, ...asHosted } = stored
    storage.setItem(sessionKey, JSON.stringify(asHosted))
    expect(backend.endsLater()).toBe(false)
    away = true
    await backend.signOut()
    expect([storage.getItem(sessionKey), storage.getItem(endingsKey)]).toEqual([null, null])
  })

  it('with a network tells the server at once and keeps nothing', async () => {
    const storage = memoryStorage()
    const backend = backendWith(fetch, storage)
    await backend.signIn(jonas.identifier, jonas.password)
    const stored = JSON.parse(storage.getItem(sessionKey) ?? '{}') as Record<string, string>
    await backend.signOut()
    expect(storage.getItem(endingsKey)).toBeNull()
    const { refresh_token: refresh = '' } = stored
    const dead = await server.authClient().refreshSession({ refresh_token: refresh })
    expect(dead.error?.status).toBe(400)
  })
})

describe('a session that was not used', () => {
  it('for 30 days ends, and one that was used stays', async () => {
    const { refresh_token: unused } = await server.session('Jonas')
    const { refresh_token: used } = await server.session('Željka')
    await server.sql()`
      update auth.sessions s set created_at = now() - interval '40 days',
        updated_at = now() - interval '40 days',
        refreshed_at = case when p.name = 'Jonas' then null else now() - interval '2 days' end
      from profiles p where p.id = s.user_id`
    const client = server.authClient()
    expect((await client.refreshSession({ refresh_token: used })).error).toBeNull()
    expect((await client.refreshSession({ refresh_token: unused })).error?.status).toBe(400)
  })
})

/** The stored session with an access token that has expired. */
function expire(storage: ReturnType<typeof memoryStorage>): void {
  const stored = JSON.parse(storage.getItem(sessionKey) ?? '{}') as Record<string, unknown>
  storage.setItem(sessionKey, JSON.stringify({ ...stored, expires_at: 1000 }))
}

describe('a session that cannot be renewed now', () => {
  it('stays readable and writable offline, and goes on when the network is back', async () => {
    await server.emptyJournal()
    const first = await openDevice(server, 'Jonas', { realtime: false })
    first.journal.createEntry(note('vorher'))
    await settled(first)
    expire(first.storage)
    first.setNetwork(() => 'lost')
    await first.reload()
    expect(first.backend.session().kind).toBe('active')
    first.journal.createEntry(note('ohne Netz'))
    expect(new Set(await texts(first.journal))).toEqual(new Set(['vorher', 'ohne Netz']))
    first.setNetwork(() => 'arrives')
    first.session.wake()
    await settled(first)
    await first.close()
  })
})

describe('a session that the server has ended', () => {
  it('asks for signing in again and keeps what waits', async () => {
    await server.emptyJournal()
    const device = await openDevice(server, 'Željka', { realtime: false, freshSession: true })
    await settled(device)
    await server.sql()`delete from auth.sessions where user_id = ${device.id}`
    expire(device.storage)
    device.journal.createEntry(note('noch da'))
    await expect.poll(async () => device.session.connection()).toBe('signed-out')
    expect(device.backend.session()).toEqual({ kind: 'lost' })
    expect(device.session.unsentCount()).toBe(1)
    const { identifier, password } = people.Željka
    await device.backend.signIn(identifier, password)
    await settled(device)
    expect(await texts(device.journal)).toEqual(['noch da'])
    await device.close()
  })

  it('never sends one person’s work in the name of the other', async () => {
    await server.emptyJournal()
    const device = await openDevice(server, 'Željka', { realtime: false, freshSession: true })
    await settled(device)
    await device.backend.signIn(jonas.identifier, jonas.password)
    device.journal.createEntry(note('von Željka'))
    await expect.poll(async () => device.session.connection()).toBe('signed-out')
    expect(await server.sql()`select 1 from public.entries`).toHaveLength(0)
    expect(device.session.unsentCount()).toBe(1)
    await device.close()
  })
})
