import type { MiddlewareHandler } from 'hono'
import { fullBytesLimit, previewBytesLimit } from '../../domain/limits.ts'
import { restError } from './responses.ts'

/** The largest body the product sends, but for a photo, is a quote: 1200 characters and a few fields. */
const mostBytes = 64 * 1024

/** The one request with a larger body: a photo with both pictures as base64. */
const photoPath = '/rest/v1/rpc/add_photo'
const mostPhotoBytes = mostBytes + Math.ceil(((previewBytesLimit + fullBytesLimit) * 4) / 3)

/** True for a request that carries a photo, by its path. */
export function isPhotoUpload(method: string | undefined, path: string | undefined): boolean {
  return method === 'POST' && path === photoPath
}

/**
 * Refuses bodies over 64 kB, of a photo over 2.2 MB, by their `Content-Length`, before a byte is read (413). A body that
 * does not announce its length is refused too (411): browsers always do for what the product sends,
 * and Node reads no more than was announced.
 */
export const bodyLimit: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined)
    return restError({ status: 411, code: 'PGRST102', message: 'The body needs a Content-Length' })
  const most = isPhotoUpload(context.req.method, context.req.path) ? mostPhotoBytes : mostBytes
  if (Number(context.req.header('content-length') ?? 0) > most)
    return restError({ status: 413, code: 'PGRST102', message: 'The body is too large' })
  return next()
}

/**
 * A chunk of the network in which a body may arrive has this many bytes on average. Segments have 536 bytes; a body that
 * comes byte by byte costs a thousand times what it carries.
 */
const leastChunk = 256

/** The body as JSON; `undefined` if it is none. */
export async function jsonOf(request: Request): Promise<unknown> {
  return jsonIn(await bytesOf(request))
}

/** These bytes as JSON; `undefined` if they are none. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The whole body as text; empty where `bytesOf` is. */
export async function bodyOf(request: Request): Promise<string> {
  return (await bytesOf(request)).toString('utf8')
}

const none = Buffer.alloc(0)

/**
 * The whole body; empty if it is longer than it announced or comes in too many chunks, or if the client went away while it
 * sent it, who gets no answer. Chunks are copied at once, so that none of them is kept.
 */
export async function bytesOf(request: Request): Promise<Buffer> {
  const body = Buffer.alloc(Number(request.headers.get('content-length') ?? mostBytes))
  const mostChunks = Math.max(body.length, mostBytes) / leastChunk
  let length = 0
  let chunks = 0
  try {
    for await (const chunk of request.body ?? []) {
      chunks += 1
      if (chunks > mostChunks || length + chunk.length > body.length) return none
      body.set(chunk, length)
      length += chunk.length
    }
  } catch {
    return none
  }
  return body.subarray(0, length)
}
