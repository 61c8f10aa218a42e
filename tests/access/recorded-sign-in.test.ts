import { readFileSync, rmSync } from 'node:fs'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHosted } from '../support/hosted/cluster.ts'
import { noClusterHere, unpackDataDir } from '../support/older-version.ts'
import { inShort } from '../support/quick.ts'
import {
  people,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.ts'

/*
 * The recorded answers of Supabase Lite 0.10, which signed people in until version 0.2.0, to each request of
 * sign-in, with good and bad input.
 */

const fixture = new URL('../fixtures/sign-in-answers.json', import.meta.url)
const recorded = JSON.parse(readFileSync(fixture, 'utf8')) as Readonly<Record<string, unknown>>

/** The answers in which we follow GoTrue instead (docs/protocol.md "Sign-in"). */
const differences: Readonly<Record<string, unknown>> = {
  'sign-out with an empty scope': {
    status: 204,
    headers: { 'cache-control': 'no-store' },
    body: '',
  },
}

const tokens = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  revocation_token: v.string(),
})
type Tokens = v.InferOutput<typeof tokens>

let server: TestServer

const { identifier: email, password } = people.Jonas
let asked = 0

interface SentRequest {
  readonly body?: unknown
  readonly token?: string
  readonly method?: string
}

/** Each request comes from an address of its own, so that no limit is reached. */
async function ask(path: string, { body, token, method = 'POST' }: SentRequest): Promise<Response> {
  asked += 1
  return fetch(`${server.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json;charset=UTF-8',
      'x-forwarded-for': `2001:db8:${asked.toString(16)}::1`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

const signIn = async (body: unknown) => ask('token?grant_type=password', { body })
const renew = async (body: unknown) => ask('token?grant_type=refresh_token', { body })
const endSession = async (body: unknown) => ask('end-session', { body })
const user = async (token?: string) =>
  ask('user', { method: 'GET', ...(token === undefined ? {} : { token }) })
const signOut = async (scope: string, token?: string) =>
  ask(`logout${scope}`, token === undefined ? {} : { token })

const tokensOf = async (response: Response): Promise<Tokens> =>
  v.parse(tokens, await response.json())
const session = async (): Promise<Tokens> => tokensOf(await signIn({ email, password }))
const renewed = async ({ refresh_token }: Tokens): Promise<Tokens> =>
  tokensOf(await renew({ refresh_token }))

/** Status, headers and body; what differs from one server to the next is replaced. */
async function answerOf(response: Response) {
  const kept = ['content-type', 'retry-after', 'x-sb-error-code', 'cache-control']
  const headers = kept.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const text = (await response.text())
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '{access token}')
    .replaceAll(/[0-9a-f-]{36}\.[\w-]{43}/g, '{revocation token}')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00/g, '{time}')
    .replaceAll(/"expires_at":\d+/g, '"expires_at":0')
  const body = text.startsWith('{') ? (JSON.parse(text) as unknown) : text
  return { status: response.status, headers: Object.fromEntries(headers), body }
}

const unknownToken = '00000000-0000-4000-8000-000000000000'

const requests: Readonly<Record<string, () => Promise<Response>>> = {
  'sign-in': async () => signIn({ email, password, gotrue_meta_security: {} }),
  'sign-in with the identifier in capitals': async () =>
    signIn({ email: email.toUpperCase(), password }),
  'sign-in with a wrong password': async () => signIn({ email, password: 'falsch' }),
  'sign-in with no password': async () => signIn({ email, password: '' }),
  'sign-in with an unknown name': async () =>
    signIn({ email: 'niemand@tagebuch.internal', password }),
  'sign-in with a name of no form': async () => signIn({ email: 'niemand', password }),
  'sign-in with an empty name': async () => signIn({ email: '', password }),
  'sign-in with NUL in the name': async () => signIn({ email: `${email}\0`, password }),
  'sign-in with a telephone number': async () => signIn({ phone: '123', password }),
  'sign-in with a number for a password': async () => signIn({ email, password: 1 }),
  'sign-in with a password of 2,000 characters': async () =>
    signIn({ email, password: 'x'.repeat(2000) }),
  'sign-in with a list': async () => signIn([]),
  'sign-in with no JSON': async () => signIn('{"email"'),
  'sign-in with 60 kB of brackets': async () => signIn('['.repeat(60_000)),
  'sign-in without a body': async () => signIn(undefined),
  renewal: async () => renew({ refresh_token: (await session()).refresh_token }),
  'renewal with the parent of the active token': async () => {
    const first = await session()
    await renewed(first)
    return renew({ refresh_token: first.refresh_token })
  },
  'renewal with an older token': async () => {
    const first = await session()
    await renewed(await renewed(first))
    return renew({ refresh_token: first.refresh_token })
  },
  'renewal after an older token ended the session': async () => {
    const first = await session()
    const last = await renewed(await renewed(first))
    await renew({ refresh_token: first.refresh_token })
    return renew({ refresh_token: last.refresh_token })
  },
  'renewal after sign-out': async () => {
    const { access_token: token, refresh_token } = await session()
    await signOut('?scope=local', token)
    return renew({ refresh_token })
  },
  'renewal with an unknown token': async () => renew({ refresh_token: unknownToken }),
  'renewal with a token of no form': async () => renew({ refresh_token: 'erfunden' }),
  'renewal with an empty token': async () => renew({ refresh_token: '' }),
  'renewal with NUL in the token': async () => renew({ refresh_token: 'a\0b' }),
  'renewal with a number': async () => renew({ refresh_token: 1 }),
  'renewal with no token': async () => renew({}),
  'renewal with no JSON': async () => renew('x'),
  'renewal without a body': async () => renew(undefined),
  user: async () => user((await session()).access_token),
  'user without a token': async () => user(),
  'user with the public key for a token': async () => user(server.anonKey),
  'user with an invented token': async () => user('geheim'),
  'user with a token of an ended session': async () => {
    const { access_token: token } = await session()
    await signOut('?scope=local', token)
    return user(token)
  },
  'sign-out of this device': async () => signOut('?scope=local', (await session()).access_token),
  'sign-out of the others': async () => signOut('?scope=others', (await session()).access_token),
  'sign-out everywhere': async () => signOut('?scope=global', (await session()).access_token),
  'sign-out with an empty scope': async () => signOut('?scope=', (await session()).access_token),
  'sign-out with an unknown scope': async () =>
    signOut('?scope=alle', (await session()).access_token),
  'sign-out without a token': async () => signOut('?scope=local'),
  'sign-out with an invented token': async () => signOut('?scope=local', 'geheim'),
  'sign-out for the second time': async () => {
    const { access_token: token } = await session()
    await signOut('?scope=local', token)
    return signOut('?scope=local', token)
  },
  'end of a session': async () =>
    endSession({ revocation_token: (await session()).revocation_token }),
  'end of a session for the second time': async () => {
    const { revocation_token } = await session()
    await endSession({ revocation_token })
    return endSession({ revocation_token })
  },
  'end of a session with a foreign signature': async () => {
    const [id = ''] = (await session()).revocation_token.split('.')
    return endSession({ revocation_token: `${id}.${'A'.repeat(43)}` })
  },
  'end of a session with no JSON': async () => endSession('x'),
}

/** The kinds of tables that sign-in finds: our own, those of Supabase Lite and those of GoTrue. */
const kinds: Readonly<Record<string, () => TestServerOptions>> = {
  'a new data directory': () => ({ hosted: false }),
  'a hosted project': () => ({ hosted: true }),
  ...(noClusterHere === undefined && {
    'a data directory of version 0.2.0-pre': () => ({ dataDir: unpackDataDir('0.2.0-pre') }),
  }),
}

describe.each(isHosted() ? ['a hosted project'] : inShort(1, Object.keys(kinds)))(
  'on %s',
  (kind) => {
    const options = kinds[kind]?.() ?? {}

    beforeAll(async () => {
      server = await startTestServer({ ...options, env: { TRUST_PROXY: '1' } })
    })
    afterAll(async () => {
      await server.stop()
      if (options.dataDir !== undefined) rmSync(options.dataDir, { recursive: true, force: true })
    })

    it.each(Object.keys(requests))('is the answer of before: %s', async (name) => {
      const response = await requests[name]?.()
      expect(response && (await answerOf(response))).toEqual(differences[name] ?? recorded[name])
    })

    it('gives access tokens that say what they said before', async () => {
      const { access_token: token } = await session()
      const { sub, session_id, iat = 0, ...rest } = decodeJwt(token)
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
      expect(
        v.is(v.tuple([v.pipe(v.string(), v.uuid()), v.pipe(v.string(), v.uuid())]), [
          sub,
          session_id,
        ]),
      ).toBe(true)
      expect(rest).toEqual({ aud: 'authenticated', role: 'authenticated', email, exp: iat + 3600 })
    })

    it.each([
      ['?scope=local', { own: 403, other: 200 }],
      ['?scope=others', { own: 200, other: 403 }],
      ['?scope=global', { own: 403, other: 403 }],
      ['', { own: 403, other: 403 }],
    ])('ends the sessions that the scope names: %j', async (scope, { own, other }) => {
      const [here, there] = [await session(), await session()]
      expect((await signOut(scope, here.access_token)).status).toBe(204)
      expect((await user(here.access_token)).status).toBe(own)
      expect((await user(there.access_token)).status).toBe(other)
      const renewals = [await renew(here), await renew(there)].map(({ status }) => status)
      expect(renewals).toEqual([own, other].map((status) => (status === 200 ? 200 : 400)))
    })
  },
)

it('records every request', () => {
  expect(Object.keys(recorded)).toEqual(Object.keys(requests))
})
