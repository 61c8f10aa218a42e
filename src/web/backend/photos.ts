import type { EntryId, PhotoId } from '../../domain/ids.ts'
import { fullBytesLimit } from '../../domain/limits.ts'
import type { PictureSize } from '../../domain/photo.ts'
import { parseRow } from '../../domain/table-schemas.ts'
import type { Calls, NewPhoto } from './calls.ts'
import { failure, failureCode, success } from './result.ts'
import type { Run } from './run.ts'

/** Bytes in a second: a photo that is sent or read more slowly than this counts as lost. */
const leastRate = 8000
/** Besides, in milliseconds: the connection, and the server's own work. */
const atLeast = 20_000

/** How long a request that carries so many bytes may take, in milliseconds: a slow one ends by its rate. */
export function longestFor(bytes: number): number {
  return atLeast + (bytes / leastRate) * 1000
}

/** SQLSTATEs of `add_photo`, and PostgREST's code for a function that is not there (docs/protocol.md "Photos"). */
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
    async addPhoto(photo, end) {
      const sent = argumentsOf(photo)
      const longest = longestFor(sent.preview.length + sent.full_picture.length)
      const signal = firstOf(AbortSignal.timeout(longest), end)
      const rows = await run(
        (client) => client.rpc('add_photo', sent).abortSignal(signal),
        refusals,
      )
      return rows.ok ? success(parseRow('photos', rows.value[0])) : rows
    },
    async orderPhotos(entry: EntryId, photos: readonly PhotoId[]) {
      const rows = await run((client) => client.rpc('order_photos', { entry, photos }))
      if (!rows.ok) return rows
      return success(rows.value.flatMap((row) => parseRow('photos', row) ?? []))
    },
    readPicture: async (id, size) => readPicture(source, id, size),
  } satisfies Partial<Calls>
}

/** `AbortSignal.any`, which Safari has since 17.4 only. */
function firstOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals)
    if (signal?.aborted) first.abort()
    else signal?.addEventListener('abort', () => first.abort(), { once: true })
  return first.signal
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
  photo: PhotoId,
  size: PictureSize,
) {
  const headers = {
    apikey: anonKey,
    accept: 'application/octet-stream',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ photo, size })
  const signal = AbortSignal.timeout(longestFor(fullBytesLimit))
  const path = `${base}/rest/v1/rpc/photo_picture`
  try {
    const answer = await fetch(path, { method: 'POST', headers, body, signal })
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
