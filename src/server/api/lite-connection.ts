import { createPostgresConnection } from '@supabase/lite/postgres'
import type { PostgresConnection } from '@supabase/lite/postgres'
import type postgres from 'postgres'
import { postgresTarget, type DatabaseConnection } from '../database/connection.ts'
import { contextStatement, setContextAtOnce } from './request-context.ts'

/** A connection pool for Supabase Lite that is given up as a whole when one connection breaks. */
export interface LiteConnection {
  readonly connection: PostgresConnection
  /** True once a connection broke: nothing is sent through this pool any more. */
  isBroken(): boolean
  end(): Promise<void>
}

type Reserved = postgres.ReservedSql

/**
 * Opens a pool of 8. postgres.js 3.4.9 loses count of reserved connections that break: one that is
 * released afterwards counts as open, and whoever gets it next waits for ever (seen after a
 * restart of the database). So reserved connections of a broken pool fail at once, are not given
 * back, and the caller opens a new pool.
 */
export function openLiteConnection(database: DatabaseConnection): LiteConnection {
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
      connection: {
        application_name: 'unser-tagebuch-api',
        statement_timeout: 10_000,
        idle_in_transaction_session_timeout: 15_000,
      },
    },
  })
  const { driver } = connection
  const reserve = driver.reserve.bind(driver)
  driver.reserve = async () => {
    if (broken) throw connectionClosed()
    return guarded(await reserve(), () => broken)
  }
  keepGrants(connection)
  setContextAtOnce(connection)
  return {
    connection,
    isBroken: () => broken,
    end: async () => driver.end({ timeout: 0.5 }),
  }
}

function guarded(reserved: Reserved, isBroken: () => boolean): Reserved {
  const unsafe = reserved.unsafe.bind(reserved)
  const release = reserved.release.bind(reserved)
  return Object.assign(reserved, {
    unsafe(text: string, parameters?: Parameters<typeof unsafe>[1]) {
      if (isBroken()) throw connectionClosed()
      return unsafe(text, parameters, { prepare: inEveryRequest.has(text) })
    },
    release() {
      if (!isBroken()) release()
    },
  })
}

/**
 * What each request sends is prepared once per connection, which saves a round trip each time.
 * Nothing else is: its text comes from the request, and prepared statements stay.
 */
const inEveryRequest: ReadonlySet<string> = new Set([
  contextStatement,
  'select * from "auth"."users" where "id" = $1',
  'select * from "auth"."sessions" where "id" = $1',
])

function connectionClosed(): Error {
  return Object.assign(new Error('The connection is gone'), { code: 'CONNECTION_CLOSED' })
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
