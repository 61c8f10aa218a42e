import { describe, expect, it } from 'vitest'
import { apiRoute } from '../../../src/server/api/allow-list.ts'
import { bearerOf } from '../../../src/server/accounts/caller.ts'
import { parseRequest, routesOf } from '../../../src/server/api/parse-request.ts'
import { readCredentials, readRefreshToken } from '../../../src/server/sign-in/guard.ts'
import { clientAddress } from '../../../src/server/guard/client-address.ts'
import { createOwnAddress } from '../../../src/server/guard/own-address.ts'
import { contentSecurityPolicy } from '../../../src/server/guard/security-headers.ts'
import { parseFilter } from '../../../src/server/realtime/filter.ts'
import { parseFrame } from '../../../src/server/realtime/frame.ts'
import { parseJoin } from '../../../src/server/realtime/join.ts'

/** The largest each may see: a body, all headers or the first line together, a filter, a frame. */
const body = 64 * 1024
const headers = 32 * 1024 - 200
const filter = 8192
const frame = 32 * 1024

/** Pieces that make patterns backtrack. */
const pieces = [
  '"',
  '\\"',
  '"\\',
  '\\',
  '[',
  '{"a":',
  '(',
  ')',
  ',',
  ' ',
  'a',
  'in.(',
  'and(',
  'not.',
  'or.',
  '.',
  ':',
  '!',
  'x:profiles!',
  '::',
  '\t',
  'b=in.("',
  'a=eq."\\',
  ',a=eq.',
  '%22',
  'é',
]

/** Ends in something else, so that a pattern for the piece alone fails at the last moment. */
const filled = (piece: string, length: number) =>
  `${piece.repeat(Math.floor((length - 1) / piece.length))}x`

const own = createOwnAddress({ publicUrls: [], trustProxy: true })
const url = (search: string) => new URL(`http://localhost/rest/v1/entries?${search}`)
const posted = (init: RequestInit) => new Request(url(''), { method: 'POST', ...init })
const parsed = async (request: Request) => {
  const route = routesOf('/rest/v1/entries')?.get(request.method)
  if (route !== undefined) await parseRequest(request, route)
}
const query = (name: string) => async (text: string, length: number) => {
  const parameters = new URLSearchParams({ [name]: text })
  await parsed(new Request(url(parameters.toString().slice(0, length))))
}
const json = { 'content-type': 'application/json' }
/** A text that may stand in a header. */
const inHeader = (text: string) => text.replace(/[^ -~]/g, 'x')
const forwarded = { origin: 'https://x.local', host: 'x.local' }
const nothing = { scripts: [], styles: [] }

/** Every guard that a text of a stranger passes before anything bounds it further, with what comes before each piece. */
const guards: Record<string, [number, (text: string, length: number) => unknown, string?]> = {
  'the body of a write': [body, async (text) => parsed(posted({ headers: json, body: text }))],
  'the media types of a request': [
    headers,
    async (text) => parsed(posted({ headers: { ...json, accept: inHeader(text) } })),
  ],
  'the bearer': [
    headers,
    (text) => bearerOf(posted({ headers: { authorization: `Bearer ${inHeader(text)}` } })),
  ],
  'the preferences of a request': [
    headers,
    async (text) => parsed(posted({ headers: { ...json, prefer: inHeader(text) } })),
  ],
  'a filter on REST': [headers / 2, query('id')],
  'a list on REST': [headers / 2, query('id'), 'in.('],
  'a group on REST': [headers / 2, query('or')],
  'a select': [headers / 2, query('select')],
  'an order': [headers / 2, query('order')],
  'the route': [headers, (text) => apiRoute('GET', url(text))],
  'the name and password of a sign-in': [body, readCredentials],
  'a refresh token': [body, readRefreshToken],
  'a forwarded address': [headers, (text) => clientAddress('192.0.2.1', text, true)],
  'an origin': [headers, (text) => own.refusal({ origin: `http://${text}`, host: 'x.local' })],
  'the host of a request': [headers, (text) => own.refusal({ host: text })],
  'a forwarded scheme': [
    headers,
    (text) => own.refusal({ ...forwarded, 'x-forwarded-proto': text }),
  ],
  'a host': [headers, (text) => contentSecurityPolicy(text, nothing)],
  'a filter of a socket': [filter, (text) => parseFilter(`a=eq.${text}`)],
  'a quoted filter of a socket': [filter, (text) => parseFilter(`a=eq."${text}`)],
  'a frame': [frame, (text) => parseFrame(Buffer.from(text), false)],
  'a join': [frame, (text) => parseJoin({ access_token: text, config: {} })],
}

/** Milliseconds that no person feels, on a slow machine too. */
const unfelt = 25

/**
 * The best of many tries, in milliseconds: what else the machine does slows some of them, never
 * all, while a backtracking pattern takes hundreds of milliseconds each time.
 */
async function best(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let tried = 0; tried < 40 && least >= unfelt; tried += 1) {
    const started = performance.now()
    await work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

describe('every guard takes under 25 ms for its largest input', () => {
  it.each(Object.entries(guards))('%s', async (_, [length, guard, start = '']) => {
    for (const piece of pieces) {
      const text = filled(`${start}${piece}`, length)
      expect(await best(async () => guard(text, length)), `of ${piece}`).toBeLessThan(unfelt)
    }
  })
})
