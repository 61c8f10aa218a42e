import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Api } from './api/api.ts'
import { bodyLimit } from './guard/body-limit.ts'
import { clientAddress } from './guard/client-address.ts'
import { ownOriginOnly } from './guard/own-origin.ts'
import { securityHeaders } from './guard/security-headers.ts'
import type { Log } from './log.ts'
import type { StaticFiles } from './static/static-files.ts'

interface HttpOptions {
  readonly api: Api
  readonly files: StaticFiles
  readonly trustProxy: boolean
  /** True while the database answers. */
  readonly isAlive: () => Promise<boolean>
  readonly log: Log
}

/**
 * Every path of the server (architecture, "The contract with the operator"): the backend under
 * `/rest/v1` and `/auth/v1`, `/healthz`, and the app for the rest. Requests are not logged:
 * their addresses carry journal text (D27).
 */
export function createHttp(options: HttpOptions): Hono<{ Bindings: HttpBindings }> {
  const { api, files, trustProxy, isAlive, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(securityHeaders({ trustProxy }))
  app.use(bodyLimit)
  app.get('/healthz', async (context) => {
    const alive = await isAlive()
    context.header('cache-control', 'no-store')
    return context.json({ status: alive ? 'ok' : 'unavailable' }, alive ? 200 : 503)
  })
  for (const area of ['/rest/v1', '/auth/v1']) {
    const answer = async (request: Request, bindings: HttpBindings) =>
      api.fetch(request, {
        address: clientAddress(
          bindings.incoming.socket.remoteAddress,
          request.headers.get('x-forwarded-for'),
          trustProxy,
        ),
      })
    app.use(`${area}/*`, ownOriginOnly)
    app.all(area, async (context) => answer(context.req.raw, context.env))
    app.all(`${area}/*`, async (context) => answer(context.req.raw, context.env))
  }
  app.all('/realtime/*', (context) => context.json({ error: 'not found' }, 404))
  app.all('*', async (context) => files.respond(context.req.raw))
  app.onError((error, context) => {
    log.error('A request failed', 'code' in error ? String(error.code) : error.name)
    return context.json(
      { code: 'XX000', details: null, hint: null, message: 'Internal error' },
      500,
    )
  })
  return app
}
