import type { EntryId, PhotoId } from '../../domain/ids.ts'
import { fullBytesLimit } from '../../domain/limits.ts'
import { longestTransfer, type PictureSize } from '../../domain/photo.ts'
import { parseRow } from '../../domain/table-schemas.ts'
import type { Calls, NewPhoto } from './calls.ts'
import { failure, failureCode, success } from './result.ts'
import type { Run } from './run.ts'

/** SQLSTATEs of `add_photo`, PostgREST's code for a function that is not there, and a status (docs/protocol.md "Photos"). */
const refusals = {
  PH001: 'too-many',
  PH002: 'no-room',
  PGRST202: 'no-photos',
  413: 'too-large',
} as const

export interface PictureSource {
  /** Origin of the backend, without a path. */
  readonly base: string
  readonly anonKey: string
  /** Adds the person's token. */
  readonly fetch: typeof fetch
}

/** The calls about photos and their pictures. */
export function photoCalls(run: Run, source: PictureSource) {
  return {
    async addPhoto(photo, signal) {
      const sent = argumentsOf(photo)
      const ends = endingOf(sent.preview.length + sent.full_picture.length, signal)
      const rows = await run((client) => client.rpc('add_photo', sent).abortSignal(ends), refusals)
      return rows.ok ? success(parseRow('photos', rows.value[0])) : rows
    },
    async orderPhotos(entry: EntryId, photos: readonly PhotoId[]) {
      const rows = await run((client) => client.rpc('order_photos', { entry, photos }))
      if (!rows.ok) return rows
      return success(rows.value.flatMap((row) => parseRow('photos', row) ?? []))
    },
    readPicture: async (id, size, signal) => readPicture(source, { photo: id, size }, signal),
  } satisfies Partial<Calls>
}

/** Ends a request that carries these bytes too slowly, or that is not wanted any more. */
function endingOf(bytes: number, signal: AbortSignal | undefined): AbortSignal {
  const tooSlow = AbortSignal.timeout(longestTransfer(bytes))
  if (signal === undefined) return tooSlow
  const ends = new AbortController()
  // `AbortSignal.any` is missing in Safari before 17.4.
  for (const one of [tooSlow, signal]) {
    if (one.aborted) ends.abort()
    one.addEventListener('abort', () => ends.abort(), { once: true, signal: ends.signal })
  }
  return ends.signal
}

function argumentsOf({ id, entryId, writtenAt, preview, full, ...photo }: NewPhoto) {
  const { placeholder, description, width, height } = photo
  return {
    photo: id,
    entry: entryId,
    placeholder,
    description,
    written_at: writtenAt,
    width,
    height,
    preview: base64Of(preview),
    full_picture: base64Of(full),
  }
}

/** The client of the tables reads text alone, so the bytes are fetched beside it. */
async function readPicture(
  { base, anonKey, fetch }: PictureSource,
  asked: { readonly photo: PhotoId; readonly size: PictureSize },
  signal: AbortSignal | undefined,
) {
  const headers = {
    apikey: anonKey,
    accept: 'application/octet-stream',
    'content-type': 'application/json',
  }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(asked),
    signal: endingOf(fullBytesLimit, signal),
  }
  try {
    const answer = await fetch(`${base}/rest/v1/rpc/photo_picture`, request)
    if (!answer.ok) return failure(failureCode(answer.status, undefined))
    // A page on the way would be kept as a picture.
    if (!/^application\/octet-stream\b/.test(answer.headers.get('content-type') ?? ''))
      return failure('server')
    const bytes = await answer.arrayBuffer()
    return success(bytes.byteLength === 0 ? undefined : bytes)
  } catch {
    return failure('network')
  }
}

/** A multiple of three, so that the parts of a text join; few enough to be the arguments of a call. */
const partLength = 0x6000

function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += partLength)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + partLength))))
  return parts.join('')
}
