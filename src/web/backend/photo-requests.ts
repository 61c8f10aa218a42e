import * as v from 'valibot'
import type { PhotoId } from '../../domain/ids.ts'
import { fullBytesLimit } from '../../domain/limits.ts'
import { parseIfValid } from '../../domain/parse.ts'
import { longestTransfer, type PictureSize } from '../../domain/photo.ts'
import { parseRow } from '../../domain/table-schemas.ts'
import { base64Of } from '../browser/base64.ts'
import type { AddedPhoto, NewPhoto, PhotoFailure } from './calls.ts'
import type { Source } from './clients.ts'
import { failure, failureCode, success } from './result.ts'
import { rowList } from './run.ts'

/** SQLSTATEs of `add_photo` (docs/protocol.md "Photos"). */
const refusals: Readonly<Record<string, PhotoFailure>> = {
  PH001: 'too-many',
  PH002: 'no-room',
}

/**
 * The client of the tables tells nothing of an answer's headers, so a photo is sent beside it.
 *
 * @param source its `fetch` adds the person's token
 */
export async function addPhoto(
  source: Source,
  photo: NewPhoto,
  signal: AbortSignal | undefined,
): AddedPhoto {
  const sent = argumentsOf(photo)
  const ends = endingOf(sent.preview.length + sent.full_picture.length, signal)
  const answer = await call(source, 'add_photo', 'application/json', sent, ends)
  if (answer === undefined) return failure('network')
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) return failureOf(answer, body)
  const rows = parseIfValid(rowList, body)
  return rows === undefined ? failure('server') : success(parseRow('photos', rows[0]))
}

const errorBody = v.object({ code: v.string() })

function failureOf({ status, headers }: Response, body: unknown): Awaited<AddedPhoto> {
  const named = parseIfValid(errorBody, body)?.code
  const own = status === 413 ? 'too-large' : refusals[named ?? '']
  const code = own ?? failureCode(status, named)
  const seconds = Number(headers.get('retry-after') ?? '')
  return seconds > 0 ? { ok: false, code, retryAfter: seconds * 1000 } : { ok: false, code }
}

/**
 * The client of the tables reads text alone, so the bytes are fetched beside it.
 *
 * @param source its `fetch` adds the person's token
 */
export async function readPicture(
  source: Source,
  asked: { readonly photo: PhotoId; readonly size: PictureSize },
  signal: AbortSignal | undefined,
) {
  const ends = endingOf(fullBytesLimit, signal)
  const answer = await call(source, 'photo_picture', 'application/octet-stream', asked, ends)
  if (answer === undefined) return failure('network')
  if (!answer.ok) return failure(failureCode(answer.status, undefined))
  // A page on the way would be kept as a picture.
  if (!/^application\/octet-stream\b/.test(answer.headers.get('content-type') ?? ''))
    return failure('server')
  const bytes = await answer.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return failure('network')
  return success(bytes.byteLength === 0 ? undefined : bytes)
}

/** Calls a function of the database; undefined where no answer came. */
async function call(
  { base, anonKey, fetch }: Source,
  name: 'add_photo' | 'photo_picture',
  accept: string,
  body: object,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const headers = { apikey: anonKey, accept, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal }
  return fetch(`${base}/rest/v1/rpc/${name}`, request).catch(() => undefined)
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
