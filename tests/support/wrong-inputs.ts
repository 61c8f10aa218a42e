import { readBook } from '../../src/domain/book-reader.ts'
import { journalTables } from '../../src/domain/journal-tables.ts'
import { parseRow } from '../../src/domain/table-schemas.ts'
import { isRefused } from '../../src/server/api/parse-query.ts'
import { parseRequest, routesOf } from '../../src/server/api/parse-request.ts'
import { functionShapes, tableShapes } from '../../src/server/api/request-shapes.ts'
import { parseFrame } from '../../src/server/realtime/frame.ts'
import { parseJoin } from '../../src/server/realtime/join.ts'
import { readCredentials, readRefreshToken } from '../../src/server/sign-in/guard.ts'
import { parseChange } from '../../src/web/backend/channel.ts'

/** The boundaries at which something from outside is parsed, with the largest wrong inputs of different forms. */
interface Boundary {
  readonly name: string
  /** Each parses one input, and yields true if it was refused. */
  readonly inputs: readonly (() => boolean | Promise<boolean>)[]
}

const bodyBytes = 64 * 1024
const frameBytes = 32 * 1024
const fileBytes = 10_000_000

/** As many of these as fit. */
const list = (item: string, size: number) =>
  `[${Array(Math.floor((size - 2) / (item.length + 1)))
    .fill(item)
    .join()}]`
/** As many keys of one letter and a number as fit, each with this value. */
const record = (value: string, size: number) =>
  `{${Array.from({ length: Math.floor(size / (value.length + 9)) }, (_, index) => `"a${index}":${value}`).join()}}`

const wrongBodies = [
  list('[]', bodyBytes),
  list('{"a":[]}', bodyBytes),
  list('1', bodyBytes),
  record('[]', bodyBytes),
  record('{}', bodyBytes),
  record('""', bodyBytes),
]

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
].map(([method, path]): Boundary => ({
  name: `${method} ${path}`,
  inputs: wrongBodies.map((given) => async () => refuses(method, path, given)),
}))

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

const row: unknown = JSON.parse(record('[]', bodyBytes))
const rows = journalTables.map((table): Boundary => ({
  name: `a row of ${table}`,
  inputs: [() => parseRow(table, row) === undefined],
}))

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
  {
    name: 'a sign-in',
    inputs: wrongBodies.map((given) => () => readCredentials(given) === undefined),
  },
  {
    name: 'a renewal',
    inputs: wrongBodies.map((given) => () => readRefreshToken(given) === undefined),
  },
  ...rows,
  {
    name: 'a change',
    inputs: [() => parseChange({ eventType: 1, table: 1, commit_timestamp: 1 }) === undefined],
  },
  {
    name: 'a file of 10 MB that one takes along',
    inputs: [async () => (await readBook(wrongFile(), Date.parse('2027-01-01'))) === 'broken'],
  },
]
