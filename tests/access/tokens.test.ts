import { statSync } from 'node:fs'
import path from 'node:path'
import { UnsecuredJWT, decodeJwt } from 'jose'
import type { JWTPayload } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { jwtSecret, sign as signFor } from '../support/intruders.ts'
import { withOwnServer, jonas, ownServer as server } from '../support/signed-in.ts'

let genuine: JWTPayload

withOwnServer()
beforeAll(async () => {
  genuine = decodeJwt(await jonas.accessToken())
})

const now = () => Math.floor(Date.now() / 1000)

const sign = async (...given: [Record<string, unknown>, { key?: string; alg?: string }?]) =>
  signFor(server, ...given)

/** The answer to a read with this token. */
const read = async (token?: string) => server.restClient(token).from('profiles').select('id')

describe('an access token', () => {
  it('is accepted when it is genuine', async () => {
    expect((await read(await sign(genuine))).status).toBe(200)
  })

  const forgeries: [string, () => Promise<string>][] = [
    ['without a signature (alg none)', async () => new UnsecuredJWT(genuine).encode()],
    ['signed with another key', async () => sign(genuine, { key: 'x'.repeat(64) })],
    ['signed with another algorithm', async () => sign(genuine, { alg: 'HS384' })],
    ['that has expired', async () => sign({ ...genuine, iat: now() - 7200, exp: now() - 10 })],
    ['without an expiry', async () => sign({ ...genuine, exp: undefined })],
    ['of another audience', async () => sign({ ...genuine, aud: 'anon' })],
    ['of the service role', async () => sign({ ...genuine, role: 'service_role' })],
    ['of the database owner', async () => sign({ ...genuine, role: 'postgres' })],
    ['of the anonymous role', async () => sign({ ...genuine, role: 'anon' })],
    [
      'of a session that never was',
      async () => sign({ ...genuine, session_id: crypto.randomUUID() }),
    ],
    ['without a session', async () => sign({ ...genuine, session_id: undefined })],
    ['of a person who is no partner', async () => sign({ ...genuine, sub: crypto.randomUUID() })],
    ['whose subject is no id', async () => sign({ ...genuine, sub: 'Jonas' })],
    ['from the future', async () => sign({ ...genuine, iat: now() + 600 })],
    ['that is no token', async () => 'geheim'],
    ['that has two parts', async () => 'a.b'],
  ]
  it.each(forgeries)('%s is refused with 401 on REST', async (_, forge) => {
    const answer = await read(await forge())
    expect(answer.status).toBe(401)
    expect(answer.error?.code).toMatch(/^PGRST30[13]$/)
  })

  it.each(forgeries)('%s opens nothing of the sign-in service', async (_, forge) => {
    const response = await fetch(`${server.url}/auth/v1/user`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${await forge()}` },
    })
    expect(response.status).toBe(403)
  })

  it('is refused when the header is there but holds no bearer token', async () => {
    const response = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
      headers: { apikey: server.anonKey, authorization: 'Basic am9uYXM6Z2VoZWlt' },
    })
    expect(response.status).toBe(401)
  })
})

describe('a session', () => {
  it('loses access at once when its person signs out', async () => {
    const person = await server.client('Željka')
    expect((await person.rest.from('profiles').select('id')).status).toBe(200)
    expect((await person.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await person.rest.from('profiles').select('id')).status).toBe(401)
  })

  it('of every device ends with a global sign-out, the other person stays', async () => {
    const [phone, laptop] = await Promise.all([server.client('Željka'), server.client('Željka')])
    await phone.auth.signOut()
    expect((await laptop.rest.from('profiles').select('id')).status).toBe(401)
    expect((await jonas.rest.from('profiles').select('id')).status).toBe(200)
  })

  it('names its person', async () => {
    const { data } = await jonas.auth.getUser()
    expect(data.user?.email).toBe('jonas@tagebuch.internal')
  })

  it('that an operator deleted loses access within ten seconds', async () => {
    const person = await server.client('Željka')
    await server.sql()`delete from auth.sessions where user_id = ${person.id}`
    expect((await person.rest.from('profiles').select('id')).status).toBe(401)
  })
})

describe('renewal', () => {
  const renew = async (token: string) => {
    const auth = server.authClient()
    const { data, error } = await auth.refreshSession({ refresh_token: token })
    return { session: data.session, code: error?.code }
  }

  it('rotates: the new token works, and so does the new access token', async () => {
    const first = await server.session('Željka')
    const { session } = await renew(first.refresh_token)
    expect(session?.refresh_token).not.toBe(first.refresh_token)
    expect((await read(session?.access_token)).status).toBe(200)
  })

  it('of two tabs at the same moment gives both the same session', async () => {
    const first = await server.session('Željka')
    const tabs = await Promise.all([1, 2, 3].map(async () => renew(first.refresh_token)))
    expect(new Set(tabs.map(({ session }) => session?.refresh_token)).size).toBe(1)
    const next = await renew(tabs[0]?.session?.refresh_token ?? '')
    expect(next.code).toBeUndefined()
  })

  it('with the parent of the active token still yields the active one', async () => {
    const first = await server.session('Željka')
    const second = await renew(first.refresh_token)
    const again = await renew(first.refresh_token)
    expect(again.session?.refresh_token).toBe(second.session?.refresh_token)
  })

  it('with an older token ends the whole session, access token included', async () => {
    const first = await server.session('Željka')
    const second = await renew(first.refresh_token)
    const third = await renew(second.session?.refresh_token ?? '')
    const access = third.session?.access_token
    expect((await read(access)).status).toBe(200)
    expect((await renew(first.refresh_token)).code).toBe('refresh_token_already_used')
    expect((await renew(third.session?.refresh_token ?? '')).session).toBeNull()
    expect((await read(access)).status).toBe(401)
  })

  it('with an invented token is refused', async () => {
    expect((await renew(crypto.randomUUID())).code).toBe('refresh_token_not_found')
    expect((await renew('erfunden')).session).toBeNull()
  })
})

describe('keys', () => {
  it('are long, random and readable by the owner only', async () => {
    const secret = jwtSecret(server)
    expect(statSync(path.join(server.dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect(server.logs()).not.toContain(secret)
  })
})
