import { createPostgresConnection } from '@supabase/lite/postgres'
import type { PostgresConnection } from '@supabase/lite/postgres'
import type postgres from 'postgres'
import { postgresTarget, type DatabaseConnection } from '../database/connection.ts'
import { contextStatement, setContextAtOnce } from './request-context.ts'

/** A connection pool for Supabase Lite that is given up as a whole when one connection breaks. */
export interface LiteConnection {
  readonly connection: PostgresConnection
  /** One of its connections, for a transaction of its own. */
  reserve(): Promise<postgres.ReservedSql>
  /** True once a connection broke: nothing is sent through this pool any more. */
  isBroken(): boolean
  end(): Promise<void>
}

type Reserved = postgres.ReservedSql

/**
 * Opens a pool of 8. postgres.js 3.4.9 loses count of reserved connections that break: one that is
 * released afterwards counts as open, and the next request that gets it waits forever (seen after a
 * restart of the database). So reserved connections of a broken pool fail at once, are not given
 * back, and the caller opens a new pool. `onFailure` is told what the driver threw, in the context
 * of the request that asked.
 */
export function openLiteConnection(
  database: DatabaseConnection,
  onFailure: (error: unknown) => void,
): LiteConnection {
  let broken = false
  const target = postgresTarget(database)
  const connection = createPostgresConnection({
    url: target.url,
    postgresOptions: {
      ...target.options,
      max: 8,
      connect_timeout: 5,
      // Without a life time, a connection ends only when it breaks.
      max_lifetime: null,
      // postgres.js prints notices, and they can quote rows (D27).
      onnotice: () => undefined,
      onclose: () => {
        broken = true
      },
      types: { timestamptz: timestampAsInJson },
      connection: {
        application_name: 'unser-tagebuch-api',
        // What `timestampAsInJson` reads, also if an operator's own database has other settings.
        DateStyle: 'ISO',
        statement_timeout: 10_000,
        idle_in_transaction_session_timeout: 15_000,
      },
    },
  })
  const failing = (error: unknown): never => {
    onFailure(error)
    throw error
  }
  const { driver } = connection
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    if (broken) throw connectionClosed()
    const reserved = await reserve().catch(failing)
    return failingWhenBroken(reserved, { isBroken: () => broken, failing })
  }
  keepGrants(connection)
  takeConstraintsForKeys(connection)
  setContextAtOnce(connection)
  return {
    connection,
    reserve: async () => driver.reserve(),
    isBroken: () => broken,
    end: async () => driver.end({ timeout: 0.5 }),
  }
}

interface Failing {
  readonly isBroken: () => boolean
  /** Tells of the error and throws it again. */
  readonly failing: (error: unknown) => never
}

function failingWhenBroken(reserved: Reserved, { isBroken, failing }: Failing): Reserved {
  const unsafe = reserved.unsafe.bind(reserved)
  const release = reserved.release.bind(reserved)
  let begun: Promise<unknown> | undefined

  async function send(text: string, parameters?: Parameters<typeof unsafe>[1]) {
    const before = begun
    begun = undefined
    // Outside its transaction a statement would run as the owner: only the context is sent with
    // `begin`.
    if (text !== contextStatement) await before
    const query = unsafe(text, parameters, { prepare: shouldPrepare(text) })
    const [rows] = await Promise.all([query, before]).catch(failing)
    return rows
  }

  return Object.assign(reserved, {
    unsafe(text: string, parameters?: Parameters<typeof unsafe>[1]) {
      if (isBroken()) throw connectionClosed()
      if (text !== 'begin') return send(text, parameters)
      // Goes to the database together with the context, which saves a round trip.
      begun = unsafe(text).execute()
      begun.catch(() => undefined)
      return Promise.resolve([])
    },
    release() {
      if (!isBroken()) release()
    },
  })
}

/**
 * A `timestamptz` as PostgreSQL's JSON and so PostgREST writes it: `2026-11-20T15:02:31.9+00:00`.
 * Supabase Lite hands on PostgreSQL's text (`2026-11-20 15:02:31.9+00`) unless the row is embedded.
 * The session's time zone is UTC.
 */
const timestampAsInJson = {
  to: 1184,
  from: [1184],
  serialize: (value: unknown) => value,
  parse: (text: string) => (text.endsWith('+00') ? `${text.replace(' ', 'T')}:00` : text),
}

/**
 * Whether a relation is to-one is read from primary keys and unique constraints alone, as PostgREST
 * does. Supabase Lite also takes unique indexes for keys, without their expressions and conditions:
 * one like for each person would be all that could be embedded.
 */
function takeConstraintsForKeys(connection: PostgresConnection): void {
  const introspect = connection.introspect.bind(connection)
  connection.introspect = async (options) => ({ ...(await introspect(options)), indexes: [] })
}

/** More than the app's different statements; prepared ones stay as long as the connection. */
const mostPrepared = 100
const prepared = new Set<string>([contextStatement])

/**
 * A prepared statement with parameters saves a round trip. Texts come from requests, so that only
 * the first hundred are prepared.
 */
function shouldPrepare(text: string): boolean {
  if (!prepared.has(text) && prepared.size < mostPrepared) prepared.add(text)
  return prepared.has(text)
}

function connectionClosed(): Error {
  return Object.assign(new Error('The connection is gone'), { code: 'CONNECTION_CLOSED' })
}

/**
 * Supabase Lite grants ALL on every table to `anon` and `authenticated` at its first request if it
 * finds row level security, and alters default privileges too. That would undo the grants of our
 * migrations, so it gets the mark that this is done already.
 */
function keepGrants(connection: object): void {
  if (!('rlsState' in connection)) throw new Error('Supabase Lite changed: rlsState is gone')
  connection.rlsState = 'active'
}
