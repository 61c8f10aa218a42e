import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBook } from '../../src/domain/book-reader.ts'
import { journalTables } from '../../src/domain/journal-tables.ts'
import { parseRow } from '../../src/domain/table-schemas.ts'
import { parseRequest, routesOf } from '../../src/server/api/parse-request.ts'
import { functionShapes, tableShapes } from '../../src/server/api/request-shapes.ts'
import { parseFrame } from '../../src/server/realtime/frame.ts'
import { parseJoin } from '../../src/server/realtime/join.ts'
import { readCredentials, readRefreshToken } from '../../src/server/sign-in/guard.ts'
import { parseChange } from '../../src/web/backend/channel.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every mistake that valibot describes asks for its message. */
let issues = 0
beforeAll(() => {
  v.setGlobalMessage(() => {
    issues += 1
    return 'wrong'
  })
})
afterAll(() => v.deleteGlobalMessage())

/** A union says what is wrong with each of its forms; the rows of a request are two in one another. */
const mostIssues = 8

async function issuesOf(work: () => unknown): Promise<number> {
  issues = 0
  await work()
  return issues
}

const body = 64 * 1024
const frame = 32 * 1024
/** As many of these as fit. */
const list = (item: string, size: number) =>
  `[${Array(Math.floor((size - 2) / (item.length + 1)))
    .fill(item)
    .join()}]`
/** As many keys of one letter and a number as fit, each with this value. */
const record = (value: string, size: number) =>
  `{${Array.from({ length: Math.floor(size / (value.length + 9)) }, (_, index) => `"a${index}":${value}`).join()}}`

const frameOf = (config: string) =>
  `["1","1","realtime:t","phx_join",{"config":{"postgres_changes":${config}}}]`

async function ask(method: 'POST' | 'PATCH', path: string, given: string): Promise<unknown> {
  const url = `http://localhost${path}${method === 'PATCH' ? `?id=eq.${crypto.randomUUID()}` : ''}`
  const route = routesOf(path)?.get(method)
  if (route === undefined) throw new Error(`${method} ${path} is no route`)
  const headers = { 'content-type': 'application/json', 'content-length': String(given.length) }
  const answer = await parseRequest(new Request(url, { method, headers, body: given }), route)
  return expect(answer).toHaveProperty('status')
}

const wrongBodies = [
  list('[]', body),
  list('{"a":[]}', body),
  list('1', body),
  record('[]', body),
  record('{}', body),
  record('""', body),
]

const requests = [
  ...journalTables.flatMap((table) => [
    ...(tableShapes[table].insert === undefined ? [] : [['POST', `/rest/v1/${table}`] as const]),
    ...(tableShapes[table].update === undefined ? [] : [['PATCH', `/rest/v1/${table}`] as const]),
  ]),
  ...Object.keys(functionShapes).map((name) => ['POST', `/rest/v1/rpc/${name}`] as const),
]

describe('the largest wrong input', () => {
  it.each(requests)('of %s %s ends at its first mistake', async (method, path) => {
    for (const given of wrongBodies)
      expect(await issuesOf(() => ask(method, path, given))).toBeLessThanOrEqual(mostIssues)
  })

  it.each([
    ['bindings of another form', frameOf(list('1', frame))],
    ['bindings without fields', frameOf(list('{}', frame))],
    ['bindings with wrong fields', frameOf(list('{"event":1,"schema":1,"table":1}', frame))],
    ['more than five parts', list('1', frame)],
    ['no parts', record('[]', frame)],
  ])('of a socket, %s, ends at its first mistake', async (_, text) => {
    const count = await issuesOf(() => {
      const parsed = parseFrame(Buffer.from(text), false)
      const join = parsed === null ? null : parseJoin(parsed.payload)
      expect(join).toBeNull()
    })
    expect(count).toBeLessThanOrEqual(mostIssues)
  })

  it('of signing in ends at its first mistake', async () => {
    for (const given of wrongBodies) {
      expect(await issuesOf(() => readCredentials(given))).toBeLessThanOrEqual(mostIssues)
      expect(await issuesOf(() => readRefreshToken(given))).toBeLessThanOrEqual(mostIssues)
    }
  })

  it.each(journalTables)('of a row of %s ends at its first mistake', async (table) => {
    const row: unknown = JSON.parse(record('[]', body))
    expect(await issuesOf(() => parseRow(table, row))).toBeLessThanOrEqual(mostIssues)
    expect(parseRow(table, row)).toBeUndefined()
  })

  it('of a change ends at its first mistake', async () => {
    const change = { eventType: 1, table: 1, commit_timestamp: 1 }
    expect(await issuesOf(() => parseChange(change))).toBeLessThanOrEqual(mostIssues)
    expect(parseChange(change)).toBeUndefined()
  })

  it('of a file that one takes along ends at its first mistake', async () => {
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
    const part = (name: string, json: string) =>
      `<script type="application/json" data-part="${name}">${json}</script>`
    async function* file() {
      yield part('header', JSON.stringify(header))
      yield part('entries', list('{"id":1,"by":7,"category":"x","content":""}', 10_000_000))
    }
    let read: unknown
    expect(
      await issuesOf(async () => {
        read = await readBook(file(), Date.parse('2027-01-01'))
      }),
    ).toBeLessThanOrEqual(mostIssues)
    expect(read).toBe('broken')
  })
})

it('is parsed in one place: what names every mistake is our own settings', () => {
  const direct = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) =>
      /\bv\.(?:safeParse|parse|assert)\((?![^)]*abortEarly)/.test(
        readFileSync(path.join(root, 'src', file), 'utf8'),
      ),
    )
  expect(direct.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'domain/journal-config.ts',
    'server/settings/environment.ts',
  ])
})
