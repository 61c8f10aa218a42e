import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { AddressHeaders } from './own-address.ts'

/**
 * The one Trusted Types policy that the app may make: it turns `/sw.js` into a script URL for
 * the service worker's registration. Nothing else in the app writes HTML or script.
 */
const trustedTypesPolicy = 'tagebuch'

/** The hashes of what stands inside the page, such as `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The scripts, styles and fonts of the app, by the name that the build gives them. */
const partOfPage = /^\/assets\/[^/]+\.(?:js|css|woff2)$/

/**
 * Headers of every response: no inline script but the page's own, no foreign origin, no framing,
 * Trusted Types, and HSTS where the browser came over TLS. There are no CORS headers at all: the
 * backend serves its own page only. A part of the page goes without what a browser heeds of
 * documents and workers alone: a kilobyte for each of them.
 */
export function securityHeaders(
  scheme: (headers: AddressHeaders) => string | undefined,
  inlined: InlineHashes,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    await next()
    const headers = context.res.headers
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cross-origin-resource-policy', 'same-origin')
    if (!partOfPage.test(context.req.path)) {
      const policy = contentSecurityPolicy(context.req.header('host'), inlined)
      headers.set('content-security-policy', policy)
      headers.set('x-frame-options', 'DENY')
      headers.set('cross-origin-opener-policy', 'same-origin')
      headers.set('permissions-policy', permissionsPolicy)
    }
    headers.delete('access-control-allow-origin')
    // Only the app's files say otherwise. A 404 may be stored by a proxy unless it is forbidden.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    if (scheme(context.env.incoming.headers) === 'https')
      headers.set('strict-transport-security', 'max-age=31536000')
  }
}

const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** `'self'` covers the page's own sockets in current browsers; older Safaris need them named. */
export function contentSecurityPolicy(host: string | undefined, inlined: InlineHashes): string {
  const named = host !== undefined && /^[A-Za-z0-9.[\]:-]{1,255}$/.test(host)
  return [
    // For the manifest alone: WebKitGTK does not know `manifest-src`, and says so for each page.
    "default-src 'self'",
    ["script-src 'self'", ...inlined.scripts].join(' '),
    ["style-src 'self'", ...inlined.styles].join(' '),
    // Photos are read with the person's token, and shown from this device's store.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${named ? ` ws://${host} wss://${host}` : ''}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy}`,
  ].join('; ')
}
