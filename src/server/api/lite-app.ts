import { AsyncLocalStorage } from 'node:async_hooks'
import { App, InMemoryEmailDriver } from '@supabase/lite'
import type { ApiKeyResolver, IntrospectResult } from '@supabase/lite'
import type { AccessTokenClaims } from '../accounts/access-token.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { withTimeout } from '../with-timeout.ts'
import { openLiteConnection } from './lite-connection.ts'
import type { LiteConnection } from './lite-connection.ts'
import { readPage, type PageAsked, type PageRead } from './page-read.ts'

/** What accompanies a request outside Supabase Lite's own interface. */
export interface RequestScope {
  /** The person of the request, verified by our guard; the database acts as this person. */
  readonly claims?: AccessTokenClaims
  /** The driver's own error, kept from Supabase Lite's one-size answer. */
  databaseError?: unknown
  /** What the driver threw last, also where Supabase Lite makes nothing of it. */
  failure?: unknown
}

/** Supabase Lite, reduced to what our api room needs of it. */
export interface LiteApp {
  /** Rejects with a connection error when the database does not answer in time. */
  fetch(request: Request, scope: RequestScope): Promise<Response>
  /** Reads a page through the same connections, without Supabase Lite. Rejects with the driver's error. */
  readPage(page: PageAsked, claims: AccessTokenClaims): Promise<PageRead>
  close(): Promise<void>
}

interface LiteAppOptions {
  readonly database: DatabaseConnection
  readonly jwtSecret: string
  readonly anonKey: string
}

interface Generation {
  readonly pool: LiteConnection
  readonly app: App
}

/** How long a request may wait for the database before the client is told to try again. */
const answerTimeoutMs = 15_000

/**
 * Supabase Lite 0.10.0 as a library: PostgREST and GoTrue only, no sign-up, no studio, no system
 * routes, no administration, mail nowhere. Only requests on the allow-list reach it. It begins to
 * read the catalogue at once, and requests wait for it, so that the server need not wait before it
 * listens. A connection that breaks later makes the next request open a new pool.
 */
export function createLiteApp(options: LiteAppOptions): LiteApp {
  const scopes = new AsyncLocalStorage<RequestScope>()
  let generation = createGeneration(options, scopes)
  let catalogue: IntrospectResult | undefined
  let reading: Promise<void> | undefined

  async function readCatalogue(): Promise<void> {
    const { app, pool } = standing()
    await app.init()
    const found = await pool.connection.introspect({ useCache: true })
    if (!found.tables.some(({ name }) => name === 'entries'))
      throw new Error('The catalogue could not be read')
    catalogue = found
  }

  /** Read once; after a failure the next request tries again. */
  async function opened(): Promise<void> {
    reading ??= readCatalogue()
    try {
      await reading
    } catch (error) {
      reading = undefined
      throw error
    }
  }

  function standing(): Generation {
    if (!generation.pool.isBroken()) return generation
    const broken = generation.pool
    generation = createGeneration(options, scopes, catalogue)
    broken.end().catch(() => undefined)
    return generation
  }

  // A failure appears at the first request, as 503.
  opened().catch(() => undefined)
  return {
    fetch: async (request, scope) =>
      withTimeout(
        answerTimeoutMs,
        scopes.run(scope, async () => {
          await opened()
          return standing().app.fetch(request)
        }),
      ),
    readPage: async (page, claims) =>
      withTimeout(answerTimeoutMs, readPage(standing().pool, page, claims)),
    close: async () => generation.pool.end(),
  }
}

function createGeneration(
  options: LiteAppOptions,
  scopes: AsyncLocalStorage<RequestScope>,
  catalogue?: IntrospectResult,
): Generation {
  const pool = openLiteConnection(options.database, (error) => {
    const scope = scopes.getStore()
    if (scope !== undefined) scope.failure = error
  })
  const { connection } = pool
  // The schema does not change while the server runs.
  if (catalogue !== undefined) connection.introspect = async () => catalogue
  connection.normalizeDbError = (error) => {
    const scope = scopes.getStore()
    if (scope !== undefined) scope.databaseError = error
    // Supabase Lite prints the error returned here; the driver's own holds statement and
    // parameters.
    return Object.assign(new Error('database error'), { code: 'XX000' })
  }
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: 1000, pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      jwt_expiry: 3600,
      enable_signup: false,
      enable_refresh_token_rotation: true,
      publishable_key: options.anonKey,
      email: { enable_signup: false },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        admin: false,
        apiKeys: { resolver: keyResolver(options.anonKey, scopes) },
      },
      drivers: { email: new InMemoryEmailDriver({ maxKeepCount: 1 }) },
    },
  })
  return { pool, app }
}

/**
 * What a key allows. If our guard has verified a person, the key stands for that person, and
 * Supabase Lite neither verifies the token again nor looks up account and session once more.
 */
function keyResolver(anonKey: string, scopes: AsyncLocalStorage<RequestScope>): ApiKeyResolver {
  return async (key) => {
    if (key !== anonKey) return null
    const claims = scopes.getStore()?.claims
    return { type: 'publishable', claims: { ...(claims ?? { role: 'anon' }) } }
  }
}
