import type { MiddlewareHandler } from 'hono'

/**
 * Whether a request comes from our own page: from the host that it is sent to. Programs other
 * than browsers send no origin; their token decides. A proxy must pass `Host` on as it came.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

/**
 * Refuses foreign pages at the backend (403). Without CORS headers they could read no answer, but
 * a plain form post still arrives: a page that a partner visits could use up the sign-in attempts
 * of that partner's own address.
 */
export const ownOriginOnly: MiddlewareHandler = async (context, next) =>
  isOwnOrigin(context.req.header('origin'), context.req.header('host'))
    ? next()
    : context.json({ message: 'Origin not allowed' }, 403)
