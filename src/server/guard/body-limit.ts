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

/** The body as JSON; `undefined` if it is none. */
export async function jsonOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}

/** The whole body; empty if the client went away while it sent it, who gets no answer. */
export async function bodyOf(request: Request): Promise<string> {
  return request.text().catch(() => '')
}
