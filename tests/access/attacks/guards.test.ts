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
const query = (name: string) => async (piece: string, length: number) => {
  const parameters = new URLSearchParams({ [name]: filled(piece, length) })
  await parsed(new Request(url(parameters.toString().slice(0, length))))
}
const json = { 'content-type': 'application/json' }

/** Every guard that a text of a stranger passes before anything bounds it further. */
const guards: Record<string, [number, (piece: string, length: number) => unknown]> = {
  'the body of a write': [
    body,
    async (piece, length) => parsed(posted({ headers: json, body: filled(piece, length) })),
  ],
  'the media types of a request': [
    headers,
    async (piece, length) => {
      const accept = filled(piece, length).replace(/[^ -~]/g, 'x')
      return parsed(posted({ headers: { ...json, accept } }))
    },
  ],
  'the bearer': [
    headers,
    (piece, length) => {
      const authorization = `Bearer ${filled(piece, length).replace(/[^ -~]/g, 'x')}`
      bearerOf(posted({ headers: { authorization } }))
    },
  ],
  'the preferences of a request': [
    headers,
    async (piece, length) => {
      const prefer = filled(piece, length).replace(/[^ -~]/g, 'x')
      return parsed(posted({ headers: { ...json, prefer } }))
    },
  ],
  'a filter on REST': [headers / 2, query('id')],
  'a list on REST': [headers / 2, (piece, length) => query('id')(`in.(${piece}`, length)],
  'a group on REST': [headers / 2, query('or')],
  'a select': [headers / 2, query('select')],
  'an order': [headers / 2, query('order')],
  'the route': [headers, (piece, length) => apiRoute('GET', url(filled(piece, length)))],
  'the name and password of a sign-in': [
    body,
    (piece, length) => readCredentials(filled(piece, length)),
  ],
  'a refresh token': [body, (piece, length) => readRefreshToken(filled(piece, length))],
  'a forwarded address': [
    headers,
    (piece, length) => clientAddress('192.0.2.1', filled(piece, length), true),
  ],
  'an origin': [
    headers,
    (piece, length) => own.refusal({ origin: `http://${filled(piece, length)}`, host: 'x.local' }),
  ],
  'the host of a request': [
    headers,
    (piece, length) => own.refusal({ host: filled(piece, length) }),
  ],
  'a forwarded scheme': [
    headers,
    (piece, length) =>
      own.refusal({
        origin: 'https://x.local',
        host: 'x.local',
        'x-forwarded-proto': filled(piece, length),
      }),
  ],
  'a host': [
    headers,
    (piece, length) => contentSecurityPolicy(filled(piece, length), { scripts: [], styles: [] }),
  ],
  'a filter of a socket': [filter, (piece, length) => parseFilter(`a=eq.${filled(piece, length)}`)],
  'a quoted filter of a socket': [
    filter,
    (piece, length) => parseFilter(`a=eq."${filled(piece, length)}`),
  ],
  'a frame': [frame, (piece, length) => parseFrame(Buffer.from(filled(piece, length)), false)],
  'a join': [
    frame,
    (piece, length) => parseJoin({ access_token: filled(piece, length), config: {} }),
  ],
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
  it.each(Object.entries(guards))('%s', async (_, [length, guard]) => {
    for (const piece of pieces)
      expect(await best(async () => guard(piece, length)), `of ${piece}`).toBeLessThan(unfelt)
  })
})
