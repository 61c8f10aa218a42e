import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { sharePath } from '../domain/share.ts'
import type { Api } from './api/api.ts'
import { errorLabel } from './error-code.ts'
import { bodyLimit } from './guard/body-limit.ts'
import type { OwnAddress } from './guard/own-address.ts'
import { addressRefused, createRefusalHint, refusedPage } from './guard/refused-address.ts'
import type { Push } from './push/push.ts'
import { securityHeaders } from './guard/security-headers.ts'
import { sharedAnswer } from './guard/shared-answer.ts'
import type { Log } from './log.ts'
import { addressOf, type SignedIn } from './node-server.ts'
import type { StaticFiles } from './static/static-files.ts'
import type { HealthReport } from './upkeep/upkeep.ts'

/**
 * How old the answer of `/healthz` may be, in milliseconds, so that frequent requests do not load
 * the database.
 */
const healthFor = 1_000

interface HttpOptions {
  readonly api: Pick<Api, 'fetch'>
  readonly push: Pick<Push, 'fetch'>
  readonly files: StaticFiles
  readonly trustProxy: boolean
  readonly ownAddress: OwnAddress
  readonly signedIn: SignedIn
  /** True while the database answers. */
  readonly isAlive: () => Promise<boolean>
  /** The facts that monitors may also know, for `/healthz?full`. */
  readonly report: () => Promise<HealthReport>
  readonly log: Log
}

/**
 * Every path of the server (docs/architecture.md "Paths"): the backend under
 * `/rest/v1` and `/auth/v1`, `/healthz`, and the app for the rest. Requests are not logged:
 * their addresses carry journal text (D27).
 */
export function createHttp(options: HttpOptions): Hono<{ Bindings: HttpBindings }> {
  const { api, push, files, trustProxy, ownAddress, signedIn, log } = options
  const isAlive = sharedAnswer(options.isAlive, healthFor, () => performance.now())
  const report = sharedAnswer(options.report, healthFor, () => performance.now())
  const tellOperator = createRefusalHint(log)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(securityHeaders((headers) => ownAddress.scheme(headers), files.inlined))
  // Before the limit, so that nothing is read: without its service worker the app cannot accept a
  // text.
  app.post(sharePath, (context) => context.redirect('/', 303))
  app.use(bodyLimit)
  app.get('/healthz', async (context) => {
    const alive = await isAlive()
    const more = context.req.query('full') === undefined ? {} : await report()
    return context.json({ status: alive ? 'ok' : 'unavailable', ...more }, alive ? 200 : 503)
  })
  // After `/healthz`, which a supervisor requests under its own name for this machine.
  app.use(async (context, next) => {
    const { headers } = context.env.incoming
    const isBackend = /^\/(?:rest|auth|push)\/v1(?:\/|$)/.test(context.req.path)
    const problem = isBackend ? ownAddress.refusal(headers) : ownAddress.hostRefusal(headers)
    if (problem === undefined) return next()
    tellOperator(headers, problem)
    if (!isBackend && headers.accept?.includes('text/html')) return context.text(refusedPage, 403)
    return context.json({ message: problem, error_code: addressRefused }, 403)
  })
  for (const paths of ['/rest/v1/*', '/auth/v1/*'])
    app.all(paths, async ({ req, env: { incoming } }) =>
      api.fetch(req.raw, {
        address: addressOf(incoming, trustProxy),
        isSecure: ownAddress.scheme(incoming.headers) === 'https',
        signedIn: (person) => signedIn(incoming, person),
      }),
    )
  app.all('/push/v1/*', async ({ req, env: { incoming } }) =>
    push.fetch(req.raw, {
      origin: req.header('origin') ?? '',
      signedIn: (person) => signedIn(incoming, person),
    }),
  )
  app.all('/realtime/*', (context) => context.json({ error: 'not found' }, 404))
  app.all('*', async (context) => files.respond(context.req.raw))
  app.onError((error, context) => {
    log.error('A request failed', errorLabel(error))
    return context.json(
      { code: 'XX000', details: null, hint: null, message: 'Internal error' },
      500,
    )
  })
  return app
}
