import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EntryId, Instant, PhotoId } from '../../domain/ids.ts'
import { fullBytesLimit, leastPhotoRate } from '../../domain/limits.ts'
import type { NewPhoto } from './calls.ts'
import { photoCalls } from './photo-calls.ts'

afterEach(() => vi.restoreAllMocks())

const photo: NewPhoto = {
  id: '00000000-0000-4000-8000-000000000001' as PhotoId,
  entryId: '00000000-0000-4000-8000-000000000002' as EntryId,
  width: 8,
  height: 6,
  placeholder: 'AAAAAAA=',
  description: '',
  writtenAt: '2026-06-12T10:00:00.000000Z' as Instant,
  preview: new ArrayBuffer(10),
  full: new ArrayBuffer(fullBytesLimit),
}

/** The calls over a network that gives this answer, or none. */
const callsWith = (answer: Response | undefined) =>
  callsBy(async () => answer ?? Promise.reject(new TypeError('no network')))

function callsBy(given: typeof fetch) {
  const noRows = async () => ({ ok: true, value: [] }) as const
  return photoCalls(noRows, { base: 'http://localhost', anonKey: 'anon', fetch: given })
}

const error = (status: number, code: string | undefined, headers: HeadersInit = {}) =>
  Response.json({ code }, { status, headers })

const date = 'Sun, 29 Nov 2026 12:00:00 GMT'

describe('a photo', () => {
  it.each<[Response | undefined, object]>([
    [error(400, 'PH001'), { code: 'too-many' }],
    [error(400, 'PH002'), { code: 'no-room' }],
    [error(404, 'PGRST202'), { code: 'unsupported' }],
    [error(413, undefined), { code: 'too-large' }],
    [error(400, '22023'), { code: 'rejected' }],
    [error(409, '23505'), { code: 'duplicate' }],
    [error(429, 'PH003', { 'retry-after': '90' }), { code: 'rate-limited', retryAfter: 90_000 }],
    [new Response('', { status: 429, headers: { 'retry-after': date } }), { code: 'rate-limited' }],
    [error(503, 'PGRST003', { 'retry-after': '2' }), { code: 'server', retryAfter: 2000 }],
    [new Response('<p>Bitte anmelden</p>'), { code: 'server' }],
    [undefined, { code: 'network' }],
  ])('that is not taken has its reason (%#)', async (answer, failure) => {
    expect(await callsWith(answer).addPhoto(photo, undefined)).toEqual({ ok: false, ...failure })
  })

  it('that is sent slowly ends by its rate, and at once where it is not wanted any more', async () => {
    const ends = vi.spyOn(AbortSignal, 'timeout')
    const wanted = new AbortController()
    const { addPhoto } = callsBy(
      async (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('ended')))
        }),
    )
    const answer = addPhoto(photo, wanted.signal)
    await vi.waitFor(() => expect(ends).toHaveBeenCalled())
    expect(ends.mock.calls[0]?.[0]).toBeGreaterThan((fullBytesLimit / leastPhotoRate) * 1000)
    wanted.abort()
    expect(await answer).toEqual({ ok: false, code: 'network' })
  })
})
