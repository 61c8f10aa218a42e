import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readBook } from '../../src/domain/book-reader.ts'
import { journalTables } from '../../src/domain/journal-tables.ts'
import type { AccessTokenVerifier } from '../../src/server/accounts/access-token.ts'
import { isRefused } from '../../src/server/api/parse-query.ts'
import { parseRequest, routesOf } from '../../src/server/api/parse-request.ts'
import { functionShapes, tableShapes } from '../../src/server/api/request-shapes.ts'
import { readHeader } from '../../src/server/backup/read-backup.ts'
import type { Pool } from '../../src/server/database/pool.ts'
import { createPresence } from '../../src/server/push/presence.ts'
import { answerPush } from '../../src/server/push/push-routes.ts'
import { parseFrame } from '../../src/server/realtime/frame.ts'
import { parseAccessToken, parseJoin } from '../../src/server/realtime/join.ts'
import { readCredentials, readRefreshToken } from '../../src/server/sign-in/guard.ts'
import { createRevocation } from '../../src/server/sign-in/revocation.ts'
import { deviceBoundaries } from './wrong-device-inputs.ts'
import { bodyBoundary, list, record, type Boundary } from './wrong-texts.ts'

const frameBytes = 32 * 1024
const fileBytes = 10_000_000
const headerBytes = 512 * 1024

async function refuses(method: 'POST' | 'PATCH', path: string, given: string): Promise<boolean> {
  const url = `http://localhost${path}${method === 'PATCH' ? `?id=eq.${crypto.randomUUID()}` : ''}`
  const route = routesOf(path)?.get(method)
  if (route === undefined) throw new Error(`${method} ${path} is no route`)
  const headers = { 'content-type': 'application/json', 'content-length': String(given.length) }
  return isRefused(await parseRequest(new Request(url, { method, headers, body: given }), route))
}

const requests = [
  ...journalTables.flatMap((table) => [
    ...(tableShapes[table].insert === undefined ? [] : [['POST', `/rest/v1/${table}`] as const]),
    ...(tableShapes[table].update === undefined ? [] : [['PATCH', `/rest/v1/${table}`] as const]),
  ]),
  ...Object.keys(functionShapes).map((name) => ['POST', `/rest/v1/rpc/${name}`] as const),
].map(([method, path]) =>
  bodyBoundary(`${method} ${path}`, async (given) => refuses(method, path, given)),
)

const frameOf = (config: string) =>
  `["1","1","realtime:t","phx_join",{"config":{"postgres_changes":${config}}}]`

const frames = [
  frameOf(list('1', frameBytes)),
  frameOf(list('{}', frameBytes)),
  frameOf(list('{"event":1,"schema":1,"table":1}', frameBytes)),
  list('1', frameBytes),
  record('[]', frameBytes),
].map((text) => () => {
  const frame = parseFrame(Buffer.from(text), false)
  return frame === null || parseJoin(frame.payload) === null
})

/** The verifier of a server for which each token is good: what is tried here is the body behind it. */
const verifier: AccessTokenVerifier = {
  verify: async () => ({
    ok: true,
    claims: {
      sub: crypto.randomUUID(),
      session_id: crypto.randomUUID(),
      role: 'authenticated',
      aud: 'authenticated',
      exp: 4_000_000_000,
    },
  }),
  endedSessions: async () => new Set<string>(),
  forgetSessions: () => undefined,
}

async function refusesNudge(method: string, place: string, body: string): Promise<boolean> {
  const parts = {
    // Nothing that is refused asks the database.
    pool: {} as Pool,
    anonKey: '',
    verifier,
    presence: createPresence(),
    hosts: [],
    timeZone: 'Europe/Berlin',
    log: { info: () => undefined, error: () => undefined },
    now: () => Date.now(),
  }
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const request = new Request(`http://localhost/push/v1${place}`, { method, headers, body })
  const answer = await answerPush(parts, request, { origin: 'http://localhost' })
  return answer.status === 400
}
const nudges = ['PUT /choices', 'PUT /subscription', 'DELETE /subscription'].map((named) => {
  const [method = '', place = ''] = named.split(' ')
  return bodyBoundary(`${method} /push/v1${place}`, async (given) =>
    refusesNudge(method, place, given),
  )
})

/** Node takes 16 kB of address and headers. */
const queryBytes = 12 * 1024
const queries = [
  `id=in.(${list('x', queryBytes).slice(1, -1)})`,
  `select=${list('x', queryBytes).slice(1, -1)}`,
  `order=${list('x', queryBytes).slice(1, -1)}`,
  'limit=x&offset=x&order=x&select=*',
].map((query) => async () => {
  const route = routesOf('/rest/v1/profiles')?.get('GET')
  if (route === undefined) throw new Error('profiles are not read')
  return isRefused(await parseRequest(new Request(`http://localhost/?${query}`), route))
})

const revocation = createRevocation('secret')

/** A backup whose first line is as long as one may be. */
async function refusesBackup(line: string): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-wrong-'))
  const file = path.join(folder, 'backup.json')
  try {
    writeFileSync(file, `${line}\n`)
    return (await readHeader(file)) === undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const header = {
  format: 'unser-tagebuch',
  version: 1,
  title: 'Unser Tagebuch',
  timeZone: 'Europe/Berlin',
  people: [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
  by: 0,
  madeAt: '2026-11-20T15:02:31.000000Z',
  withPrivate: true,
}

async function* wrongFile() {
  const part = (name: string, json: string) =>
    `<script type="application/json" data-part="${name}">${json}</script>`
  yield part('header', JSON.stringify(header))
  yield part('entries', list('{"id":1,"by":7,"category":"x","content":""}', fileBytes))
}

/** Every boundary of the server and of the app. */
export const boundaries: readonly Boundary[] = [
  ...requests,
  { name: 'a frame of a socket', inputs: frames },
  bodyBoundary('a sign-in', (given) => readCredentials(given) === undefined),
  bodyBoundary('a renewal', (given) => readRefreshToken(given) === undefined),
  bodyBoundary('a revocation', (given) => revocation.sessionIn(given) === undefined),
  ...nudges,
  { name: 'a query with parameters', inputs: queries },
  bodyBoundary(
    'an access token on a socket',
    (given) => (parseAccessToken(JSON.parse(given)) ?? null) === null,
  ),
  {
    name: "a backup's header",
    inputs: [list('[]', headerBytes), record('[]', headerBytes)].map(
      (line) => async () => refusesBackup(line),
    ),
  },
  ...deviceBoundaries,
  {
    name: 'a file of 10 MB that one takes along',
    inputs: [async () => (await readBook(wrongFile(), Date.parse('2027-01-01'))) === 'broken'],
  },
]
