import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { functionShapes } from '../../src/server/api/request-shapes.ts'
import { journalTables } from '../../src/domain/journal-tables.ts'
import { createOwnAddress } from '../../src/server/guard/own-address.ts'
import { createHttp } from '../../src/server/http.ts'
import { inParallel } from './attacks/support/in-parallel.ts'
import { silentLog } from '../support/cluster.ts'
import { sign } from '../support/intruders.ts'
import { inShort, isFull } from '../support/quick.ts'
import { server, withSharedServer } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

interface Route {
  readonly path: string
}

/** The routes of Supabase's services: the routes that Supabase Lite 0.10 had with everything switched on. */
const supabaseRoutes: readonly Route[] = words(`
  /* /_system/* /auth/v1/* /auth/v1/.well-known/jwks.json /auth/v1/.well-known/openid-configuration
  /auth/v1/authorize /auth/v1/callback /auth/v1/health /auth/v1/logout /auth/v1/magiclink /auth/v1/otp
  /auth/v1/reauthenticate /auth/v1/recover /auth/v1/resend /auth/v1/settings /auth/v1/signup
  /auth/v1/token /auth/v1/user /auth/v1/verify
  /rest/v1/* /rest/v1/:relation /rest/v1/rpc/:function /storage/*`).map((path) => ({ path }))

/** The routes that our own server mounts, by its router. */
function ownRoutes(): Route[] {
  const nothing = async () => new Response(null, { status: 404 })
  return createHttp({
    api: { fetch: nothing },
    push: { fetch: nothing },
    files: { inlined: { scripts: [], styles: [] }, respond: nothing },
    trustProxy: false,
    ownAddress: createOwnAddress({ publicUrls: [], trustProxy: false }),
    signedIn: () => undefined,
    isAlive: async () => true,
    report: async () => ({ backup: null, backupFolderChanged: false, disk: null }),
    log: silentLog,
  }).routes
}

/** Headers of each kind of stranger. */
let strangers: Readonly<Record<string, Readonly<Record<string, string>>>>
let page: string

withSharedServer()
beforeAll(async () => {
  const genuine = decodeJwt((await server.session('Jonas')).access_token)
  const forged = await sign(server, genuine, { key: 'x'.repeat(64) })
  const apikey = server.anonKey
  strangers = {
    keyless: {},
    key: { apikey, authorization: `Bearer ${apikey}` },
    forged: { apikey, authorization: `Bearer ${forged}` },
  }
  page = await (await fetch(server.url)).text()
})

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'authorization_code']

/** The names that the database knows, in any schema. */
interface Names {
  readonly relations: readonly string[]
  readonly functions: readonly string[]
}

/** The paths of a route: each name that the database knows in place of a table or a function. */
function pathsOf({ path }: Route, { relations, functions }: Names): string[] {
  if (/:(?:relation|function)$/.test(path)) {
    const fitting = path.endsWith(':relation') ? relations : functions
    // In the long form each name stands at both places.
    const names = isFull ? [...new Set([...relations, ...functions])] : fitting
    return names.map((name) => path.replace(/:\w+$/, () => name))
  }
  if (path === '/auth/v1/token')
    return [path, ...grants.map((grant) => `${path}?grant_type=${grant}`)]
  return [path.replaceAll(/:\w+|\*/g, 'x')]
}

/** Status and body; the page by its name, because it is long. */
async function answer(method: string, path: string, headers: Readonly<Record<string, string>>) {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
    redirect: 'manual',
  })
  const body = await response.text()
  return `${response.status} ${body === page ? 'the page' : body}`.trim()
}

// Pictures are read by a function alone.
const tables = journalTables.filter((name) => name !== 'photo_files').toSorted()
const auth = (status: number, code: string, message: string) =>
  `${status} ${JSON.stringify({ code: status, error_code: code, msg: message })}`
const notTaken = auth(400, 'validation_failed', 'The body is not what this endpoint takes')
const badToken = auth(403, 'bad_jwt', 'invalid JWT')

/** All that a stranger reaches of the backend, besides 401 and 404: who asked, and the answer. */
const reached = {
  // A question of the browser that nothing answers: no foreign origin is allowed, 204 is empty.
  ...Object.fromEntries(
    [
      ...tables.map((table) => `/rest/v1/${table}`),
      ...Object.keys(functionShapes).map((name) => `/rest/v1/rpc/${name}`),
      ...['/end-session', '/logout', '/user'].map((path) => `/auth/v1${path}`),
      ...['', ...grants.map((grant) => `?grant_type=${grant}`)].map(
        (query) => `/auth/v1/token${query}`,
      ),
    ].map((path) => [`OPTIONS ${path}`, { keyless: '204', key: '204', forged: '204' }]),
  ),
  // To sign in, to renew a session and to end one needs no token, but the right body.
  'POST /auth/v1/token?grant_type=password': { key: notTaken, forged: notTaken },
  'POST /auth/v1/token?grant_type=refresh_token': { key: notTaken, forged: notTaken },
  'POST /auth/v1/end-session': { key: notTaken, forged: notTaken },
  // GoTrue's answer to a token that is none.
  'GET /auth/v1/user': { forged: badToken },
  'POST /auth/v1/logout': { forged: badToken },
}

const isBackend = (path: string) => /^\/(?:rest|auth|push|realtime)\//.test(path)

/** The answers to each stranger on these paths by every method or by those of each, besides 401 and 404. */
async function ask(
  paths: readonly string[],
  methodsOf: (path: string) => readonly string[] = () => methods,
): Promise<Record<string, Record<string, string>>> {
  const questions = paths.flatMap((path) =>
    methodsOf(path).flatMap((method) =>
      Object.entries(strangers).map(([who, headers]) => ({ method, path, who, headers })),
    ),
  )
  const answers = await inParallel(questions.length, 8, async (index) => {
    const { method, path, who, headers } = questions[index] ?? never()
    return { asked: `${method} ${path}`, who, said: await answer(method, path, headers) }
  })
  const found: Record<string, Record<string, string>> = {}
  for (const { asked, who, said } of answers)
    if (!/^40[14]\b/.test(said)) (found[asked] ??= {})[who] = said
  return found
}

function never(): never {
  throw new Error('There is no such question')
}

describe('a stranger', () => {
  it('reaches only the listed routes of Supabase and our server', async () => {
    const sql = server.sql()
    const rows = await sql<{ name: string; served: boolean; relation: boolean }[]>`
      select relname as name, nspname = 'public' as served, true as relation
        from pg_class join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'v', 'm', 'f', 'p') and nspname !~ '^pg_|^information_schema$'
      union select proname, nspname = 'public', false from pg_proc join pg_namespace n on n.oid = pronamespace
        where nspname !~ '^pg_|^information_schema$'`
    const named = (relation: boolean) => [
      ...new Set(rows.filter((row) => row.relation === relation).map(({ name }) => name)),
    ]
    const names = { relations: named(true), functions: named(false) }
    const served = new Set(rows.filter((row) => row.served).map(({ name }) => name))
    expect(names.relations).toEqual(expect.arrayContaining([...tables, 'users', 'sessions']))
    expect(names.functions).toEqual(expect.arrayContaining(['is_partner']))
    const routes = [...supabaseRoutes, ...ownRoutes()]
    const paths = routes.flatMap((route) => pathsOf(route, names)).filter(isBackend)
    const all = [...new Set([...paths, '/auth/v1/end-session', '/realtime/v1/websocket'])]
    // A path in a schema that is not served is asked for by every method in the long form only.
    const methodsOf = (path: string) =>
      path.startsWith('/rest/') && !served.has(path.replace(/.*\//, ''))
        ? inShort(2, methods)
        : methods
    expect(await ask(all, methodsOf)).toEqual(reached)
  })

  it('reaches, besides the backend, the page, the health and the public settings', async () => {
    const routes = [...supabaseRoutes, ...ownRoutes()]
    const others = routes
      .flatMap((route) => pathsOf(route, { relations: [], functions: [] }))
      .filter((path) => !isBackend(path))
    const found = await ask([...new Set([...others, '/healthz', '/config.json'])])
    const config = JSON.stringify(await (await fetch(`${server.url}/config.json`)).json())
    for (const [asked, answers] of Object.entries(found)) {
      const [method, path = ''] = asked.split(' ')
      const contents: Readonly<Record<string, string>> = {
        '/healthz': '200 {"status":"ok"}',
        '/config.json': `200 ${config}`,
      }
      // Shared texts are for the service worker; here they are not even read.
      const elsewhere: Readonly<Record<string, string>> = { HEAD: '200', 'POST /teilen': '303' }
      const said =
        method === 'GET'
          ? (contents[path] ?? '200 the page')
          : (elsewhere[method ?? ''] ?? elsewhere[asked] ?? '405 Method not allowed')
      expect({ asked, answers }).toEqual({
        asked,
        answers: { keyless: said, key: said, forged: said },
      })
    }
  })
})
