import bcrypt from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { people, startTestServer, type TestServer } from '../support/server.ts'
import { ownServer as server, withOwnServer } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

withOwnServer({ env: { TRUST_PROXY: '1' } })

async function post(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  { url, anonKey: apikey }: TestServer = server,
): Promise<Response> {
  const sent = { apikey, 'content-type': 'application/json', ...headers }
  return fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers: sent, body })
}

/** A sign-in attempt as if from this address, which the trusted proxy reports. */
const attempt = async (email: string, password: string, address: string) =>
  post(JSON.stringify({ email, password }), { 'x-forwarded-for': `203.0.113.200, ${address}` })

const { identifier, password } = people.Jonas

describe('signing in', () => {
  it('answers a wrong password and an unknown name alike', async () => {
    const wrong = await attempt(identifier, 'falsch-falsch', '198.51.100.1')
    const unknown = await attempt('niemand@tagebuch.internal', 'falsch-falsch', '198.51.100.1')
    expect([wrong.status, unknown.status]).toEqual([400, 400])
    const body: unknown = await wrong.json()
    expect(body).toEqual(await unknown.json())
    expect(body).toMatchObject({ error_code: 'invalid_credentials' })
  })

  it('accepts the identifier in any case', async () => {
    expect((await attempt(identifier.toUpperCase(), password, '198.51.100.1')).status).toBe(200)
  })

  it.each([
    ['no JSON', '{"email"'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a number as password', '{"email":"jonas@tagebuch.internal","password":1}'],
    ['objects', '{"email":{"a":1},"password":{"b":2}}'],
    ['no password', '{"email":"jonas@tagebuch.internal"}'],
  ])('answers a body with %s with 400', async (_, body) => {
    expect((await post(body)).status).toBe(400)
  })

  it('limits attempts without locking out the owner elsewhere', async () => {
    const statuses: number[] = []
    let retryAfter: string | null = null
    let refusal = ''
    for (let count = 0; count < 30; count += 1) {
      const response = await attempt(identifier, 'geraten-geraten', '198.51.100.66')
      statuses.push(response.status)
      retryAfter = response.headers.get('retry-after') ?? retryAfter
      refusal = await response.text()
    }
    expect(statuses).toContain(429)
    expect(JSON.parse(refusal)).toMatchObject({ error_code: 'over_request_rate_limit' })
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(Number(retryAfter)).toBeLessThanOrEqual(900)
    expect((await attempt(identifier, password, '198.51.100.7')).status).toBe(200)
  })

  it.each(['NFC', 'NFD'] as const)(
    'takes a password with marks in any form, as an account stored it in %s',
    async (form) => {
      const stored = 'žuželka-grüßt'.normalize(form)
      const person = people.Željka.identifier
      await server.sql()`
        update auth.users set encrypted_password = ${await bcrypt.hash(stored, 10)}
        where email = ${person}`
      for (const typed of [stored.normalize('NFC'), stored.normalize('NFD')])
        expect((await attempt(person, typed, '198.51.100.90')).status).toBe(200)
      expect((await attempt(person, `${stored}!`, '198.51.100.90')).status).toBe(400)
      expect((await attempt(person, 'zuzelka-grusst', '198.51.100.90')).status).toBe(400)
    },
  )

  it('counts a password with marks as one attempt', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await attempt(identifier, 'gera\u0308ten-ü', '198.51.100.91')).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })

  it('sends HSTS only if the proxy says TLS', async () => {
    const over = async (proto: string) =>
      (await fetch(server.url, { headers: { 'x-forwarded-proto': proto } })).headers.get(
        'strict-transport-security',
      )
    expect(await over('https')).toContain('max-age=')
    expect(await over('http')).toBeNull()
  })

  it('writes neither passwords nor tokens nor names that were tried into its log', () => {
    const tried = ['geraten', 'falsch', 'žuželka', 'zuzelka', 'niemand']
    for (const word of [...tried, password, 'eyJ', server.anonKey])
      expect(server.logs()).not.toContain(word)
  })
})

describe('without a proxy', () => {
  it('believes no forwarded header', long, async () => {
    const plain = await startTestServer()
    try {
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const address = `198.51.100.${index}`
          const forwarded = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }
          const body = JSON.stringify({ email: identifier, password: 'geraten-geraten' })
          const { status, headers } = await post(body, forwarded, plain)
          return [status, headers.get('strict-transport-security')] as const
        }),
      )
      expect(statuses.map(([status]) => status)).toContain(429)
      expect(statuses.every(([, hsts]) => hsts === null)).toBe(true)
    } finally {
      await plain.stop()
    }
  })
})
