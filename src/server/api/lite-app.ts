import { AsyncLocalStorage } from 'node:async_hooks'
import { App, InMemoryEmailDriver } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import type postgres from 'postgres'

/** What a request leaves behind beside its response. */
export interface Outcome {
  /** The driver's own error, kept from Supabase Lite's one-size answer. */
  databaseError?: unknown
}

/** Supabase Lite, reduced to what our api room needs of it. */
export interface LiteApp {
  fetch(request: Request, outcome: Outcome): Promise<Response>
  close(): Promise<void>
}

interface LiteAppOptions {
  readonly databaseUrl: string
  readonly jwtSecret: string
  readonly anonKey: string
}

const poolOptions: postgres.Options<Record<string, postgres.PostgresType>> = {
  max: 8,
  connect_timeout: 5,
  // postgres.js prints notices, and they can quote rows (D27).
  onnotice: () => undefined,
  connection: {
    application_name: 'unser-tagebuch-api',
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  },
}

/**
 * Supabase Lite 0.10.0 as a library: PostgREST and GoTrue only, no sign-up, no studio, no
 * system routes, no administration, mail nowhere. It is to be reached through the allow-list
 * alone. Starting it reads the catalogue, so that the first request is as fast as the next.
 */
export async function createLiteApp(options: LiteAppOptions): Promise<LiteApp> {
  const outcomes = new AsyncLocalStorage<Outcome>()
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: poolOptions,
  })
  keepGrants(connection)
  connection.normalizeDbError = (error) => {
    const outcome = outcomes.getStore()
    if (outcome !== undefined) outcome.databaseError = error
    // What goes back is printed by Supabase Lite; the real one carries statement and parameters.
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
      server: { disableStudio: true, disableFallback: true, admin: false },
      drivers: { email: new InMemoryEmailDriver({ maxKeepCount: 1 }) },
    },
  })
  await app.init()
  const catalogue = await connection.introspect({ useCache: true })
  if (!catalogue.tables.some(({ name }) => name === 'entries'))
    throw new Error('The catalogue could not be read')
  return {
    fetch: (request, outcome) => outcomes.run(outcome, () => app.fetch(request)),
    close: () => connection.driver.end({ timeout: 1 }),
  }
}

/**
 * Supabase Lite grants ALL on every table to `anon` and `authenticated` at its first request if
 * it finds row level security, and alters default privileges too. That would undo the grants of
 * our migrations, so it is told that this has been done already.
 */
function keepGrants(connection: object): void {
  if (!('rlsState' in connection)) throw new Error('Supabase Lite changed: rlsState is gone')
  connection.rlsState = 'active'
}
