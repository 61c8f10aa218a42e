import { expect, it, vi } from 'vitest'
import { datedFetch } from './dated-fetch.ts'

const date = 'Sun, 29 Nov 2026 12:00:00 GMT'

/** The times that are reported for an answer with these headers, and the request that it answers. */
async function reported(headers: Readonly<Record<string, string>>, status = 200) {
  const inner = vi.fn<typeof fetch>(async () => new Response('{}', { status, headers }))
  const dated = datedFetch(inner)
  const times: number[] = []
  dated.onAnswer(({ serverTime }) => times.push(serverTime))
  await dated.fetch('http://localhost/', { method: 'POST' })
  return { times, request: inner.mock.calls[0]?.[1] }
}

const json = { 'content-type': 'application/json; charset=utf-8', date }

it('reports the time of an answer, and asks past every cache', async () => {
  const { times, request } = await reported(json)
  expect(times).toEqual([Date.parse(date)])
  expect(request).toEqual({ method: 'POST', cache: 'no-store' })
})

it.each([
  ['out of a cache', { ...json, age: '0' }, 200],
  ['that is a page', { 'content-type': 'text/html', date }, 200],
  ['that names no type', { 'content-type': '', date }, 200],
  ['that is a refusal', json, 401],
  ['that failed', json, 503],
  ['without a date', { 'content-type': 'application/json' }, 200],
  ['with a date that is none', { ...json, date: 'soon' }, 200],
] as const)('reports nothing for an answer %s', async (_, headers, status) => {
  expect((await reported(headers, status)).times).toEqual([])
})
