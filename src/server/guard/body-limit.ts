import type { MiddlewareHandler } from 'hono'
import { restError } from './responses.ts'

/** The largest body the product sends is a quote: 1200 characters and a few fields. */
const mostBytes = 64 * 1024

/**
 * Refuses bodies over 64 kB by their `Content-Length`, before a byte is read (413). A body that
 * does not announce its length is refused too (411): browsers always do for what the product sends,
 * and Node reads no more than was announced.
 */
export const bodyLimit: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined)
    return restError({ status: 411, code: 'PGRST102', message: 'The body needs a Content-Length' })
  if (Number(context.req.header('content-length') ?? 0) > mostBytes)
    return restError({ status: 413, code: 'PGRST102', message: 'The body is too large' })
  return next()
}

/**
 * Chunks of the network in which a body may arrive. Segments of 536 bytes make 123 of the largest one; a body that
 * comes byte by byte costs a thousand times what it carries.
 */
const mostChunks = 256

/** The body as JSON; `undefined` if it is none. */
export async function jsonOf(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await bodyOf(request))
  } catch {
    return undefined
  }
}

/**
 * The whole body; empty if it is longer than it announced or comes in too many chunks, or if the client went away while it
 * sent it, who gets no answer. Chunks are copied at once, so that none of them is kept.
 */
export async function bodyOf(request: Request): Promise<string> {
  const body = Buffer.alloc(Number(request.headers.get('content-length') ?? mostBytes))
  let length = 0
  let chunks = 0
  try {
    for await (const chunk of request.body ?? []) {
      chunks += 1
      if (chunks > mostChunks || length + chunk.length > body.length) return ''
      body.set(chunk, length)
      length += chunk.length
    }
  } catch {
    return ''
  }
  return body.toString('utf8', 0, length)
}
