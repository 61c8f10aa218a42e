import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { quoteAuthorLimit, quoteTextLimit } from '../../src/domain/limits.ts'
import { server, withSharedServer, jonas } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

withSharedServer()

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const json = { 'content-type': 'application/json' }
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await jonas.accessToken()}`,
      ...(method === 'GET' ? {} : json),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
}

const unlisted = Object.entries({
  GET: words(`
    /rest/v1 /rest/v1/ /rest/v1/users /rest/v1/schema_migrations /rest/v1/constructor
    /rest/v1/rpc/uid /rest/v1/rpc/import_rows /rest/v1/rpc/delete_unseen /rest/v1/rpc/delete_entry
    /auth/v1/verify?type=signup&token=1 /auth/v1/authorize?provider=github /auth/v1/callback
    /auth/v1/settings /auth/v1/health /auth/v1/reauthenticate /auth/v1/admin/users
    /auth/v1/.well-known/jwks.json`),
  POST: words(`
    /rest/v1/rpc/is_partner /rest/v1/rpc/import_rows /rest/v1/profiles /rest/v1/removals
    /rest/v1/last_looks /rest/v1/server_starts /auth/v1/signup /auth/v1/otp /auth/v1/magiclink
    /auth/v1/recover /auth/v1/resend /auth/v1/verify /auth/v1/admin/users
    /auth/v1/token /auth/v1/token?grant_type=pkce /auth/v1/token?grant_type=password&grant_type=pkce`),
  PUT: ['/rest/v1/entries?id=eq.1', '/auth/v1/user'],
  PATCH: words(`
    /rest/v1/journal?id=is.true /rest/v1/server_starts?ordinal=eq.1 /rest/v1/profiles?id=eq.1
    /rest/v1/reactions?id=eq.1 /rest/v1/quote_likes?id=eq.1 /rest/v1/custom_quotes?id=eq.1
    /rest/v1/memory_marks?id=eq.1 /rest/v1/story_links?id=eq.1 /rest/v1/reviews?id=eq.1`),
  DELETE: words(`
    /rest/v1/journal?id=is.true /rest/v1/server_starts?ordinal=eq.1 /rest/v1/removals?id=eq.1
    /rest/v1/story_links?id=eq.1 /rest/v1/reviews?id=eq.1`),
}).flatMap(([method, paths]) => paths.map((path) => [method, path] as const))

describe('a path outside the list', () => {
  it.each(unlisted)('answers %s %s with 404', async (method, path) => {
    const response = await ask(method, path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json',
    ])
    expect(await response.json()).toHaveProperty(path.startsWith('/rest') ? 'message' : 'msg')
  })

  it.each(['/_system', '/_system/exec', '/storage/v1/bucket', '/functions/v1/x', '/studio'])(
    'gives %s no backend, only the app page if there is one',
    async (path) => {
      const response = await ask('GET', path)
      expect(await response.text()).not.toContain('version')
      expect((await ask('POST', path)).status).toBe(405)
    },
  )
})

describe('the public key', () => {
  it.each([
    ['missing', ''],
    ['wrong', 'sb_publishable_falsch'],
    ['a secret one', 'sb_secret_falsch'],
  ])('refuses a request whose key is %s', async (_, key) => {
    const headers = key === '' ? {} : { apikey: key }
    const response = await fetch(`${server.url}/rest/v1/profiles?select=id`, { headers })
    expect(response.status).toBe(401)
  })
})

describe('queries that the product never sends', () => {
  it.each([
    ['a regular expression', 'entries?content=match.(a%2B)%2B$'],
    ['one without case', 'entries?content=imatch.x'],
    ['one inside a group', 'entries?or=(content.match.x,id.is.null)'],
    ['one negated', 'entries?content=not.match.x'],
    ['one with a quantifier', 'entries?content=match(any).{x,y}'],
    ['a pattern', 'entries?content=ilike.*a*'],
    ['text search', 'entries?content=fts.meer'],
    ['a cast', 'entries?select=content::text'],
    ['an aggregate', 'entries?select=id.count()'],
    ['a JSON path', 'journal?select=special_days->0'],
    ['a deep embed', 'profiles?select=entries(reactions(profiles(entries(id))))'],
    ['an embed of another table', 'profiles?select=users(email)'],
    ['too many filters', `entries?${'id=not.is.null&'.repeat(20)}`],
    ['a huge list', `entries?id=in.(${Array(300).fill('1').join(',')})`],
    ['a huge list in a group', `entries?or=(id.in.(${Array(300).fill('1').join(',')}),id.is.null)`],
    ['deep groups', `entries?or=(${'and('.repeat(6)}id.is.null${')'.repeat(6)})`],
  ])('refuses %s', async (_, query) => {
    const response = await ask('GET', `/rest/v1/${query}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST100' }])
  })

  it('refuses a very long address', async () => {
    const response = await ask('GET', `/rest/v1/entries?content=eq.${'x'.repeat(17_000)}`)
    expect(response.status).toBe(414)
  })

  it('answers the reads of the pull', async () => {
    const at = '2026-11-20 15:02:31.912626+00'
    const { error, status } = await jonas.rest
      .from('entries')
      .select('*')
      .or(`updated_at.gt."${at}",and(updated_at.eq."${at}",id.gt.${crypto.randomUUID()})`)
      .order('updated_at', { ascending: true })
      .order('id', { ascending: true })
      .limit(1000)
    expect([status, error]).toEqual([200, null])
  })

  it('takes a quote of the greatest length in a filter', async () => {
    const text = '😍'.repeat(quoteTextLimit)
    const row = { user_id: jonas.id, quote_text: text, quote_author: 'ž'.repeat(quoteAuthorLimit) }
    expect((await jonas.rest.from('quote_likes').insert(row)).status).toBe(201)
    const deleted = await jonas.rest.from('quote_likes').delete().match(row).select('id')
    expect(deleted.data).toHaveLength(1)
  })

  it('refuses other schemas and other media types', async () => {
    const path = '/rest/v1/entries?select=id'
    expect((await ask('GET', path, { 'accept-profile': 'auth' })).status).toBe(406)
    const plan = { accept: 'application/vnd.pgrst.plan+json' }
    expect((await ask('GET', path, plan)).status).toBe(406)
    expect((await ask('POST', '/rest/v1/entries', { 'content-type': 'text/csv' })).status).toBe(415)
  })
})

describe('headers', () => {
  it('serves only its own page: no foreign origin is allowed', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch(`${server.url}/rest/v1/profiles`, {
        method,
        headers: { origin: 'https://boese.example', apikey: server.anonKey },
      })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it.each(['/', '/healthz', '/config.json', '/rest/v1/entries', '/auth/v1/user'])(
    'protects the browser on %s',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
      expect(policy.split('; ').filter((part) => part.includes('blob:'))).toEqual([
        "img-src 'self' data: blob:",
      ])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it.each([
    ['GET', '/rest/v1/entries?select=id', 200],
    ['GET', '/rest/v1/entries?select=geheimnis', 400],
    ['GET', '/rest/v1/nirgends', 404],
    ['POST', '/auth/v1/token?grant_type=password', 400],
    ['GET', '/auth/v1/nirgends', 404],
    ['GET', '/push/v1/nirgends', 404],
    ['GET', '/realtime/v1/nirgends', 404],
    ['OPTIONS', '/rest/v1/entries', 204],
    ['POST', '/', 405],
    ['POST', '/teilen', 303],
  ])('forbids to store the answer to %s %s', async (method, path, status) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { apikey: server.anonKey, authorization: `Bearer ${await jonas.accessToken()}` },
    })
    await response.body?.cancel()
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  it.each([
    ['without a key', {}, 401],
    ['of a foreign page', { origin: 'https://boese.example' }, 403],
  ])('forbids to store the refusal of a request %s', async (_, headers, status) => {
    const response = await fetch(`${server.url}/rest/v1/entries`, { headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  it('serves health and public settings to anyone, and nothing more', async () => {
    const health = await fetch(`${server.url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const config: unknown = await (await fetch(`${server.url}/config.json`)).json()
    expect(config).toEqual({
      backend: { url: '', anonKey: server.anonKey, sendsWholeRows: true },
      nudges: { key: null },
      title: 'Unser Tagebuch',
      partners: [
        { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
        { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
      ],
    })
  })
})

describe('a text that is shared with the app and reaches the server', () => {
  it('leads to the app, and none of it is read', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    // Far more than any limit, and not one byte of it is sent.
    socket.write(
      `POST /teilen HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 99999999\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()))
    })
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 303 /)
    expect(answer).toMatch(/^location: \/\r$/im)
  })
})
