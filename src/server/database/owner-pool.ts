import type postgres from 'postgres'
import { withTimeout } from '../with-timeout.ts'
import { connect, type DatabaseConnection } from './connection.ts'

const answerTimeoutMs = 2_000

/** A small pool that reconnects after a restart of the database. */
export interface OwnerPool {
  readonly sql: postgres.Sql
  /** True when a query is answered within 2 s. */
  answers(): Promise<boolean>
  /** Ends the connections; running queries have 0.5 s. */
  end(): Promise<void>
}

/** Opens connections lazily; `connection` is an owner's. */
export function ownerPool(connection: DatabaseConnection): OwnerPool {
  const sql = connect(connection, {
    max: 4,
    connect_timeout: 5,
    // The default waits up to 20 s after a longer outage.
    backoff: (attempt: number) => Math.min(0.1 * attempt, 1),
    // Notices would be printed, and could quote values (D27).
    onnotice: () => undefined,
    connection: { application_name: 'unser-tagebuch', TimeZone: 'UTC' },
  })
  return {
    sql,
    answers: () => answers(sql),
    end: () => sql.end({ timeout: 0.5 }),
  }
}

async function answers(sql: postgres.Sql): Promise<boolean> {
  const query = sql`select 1`
  try {
    await withTimeout(answerTimeoutMs, query)
    return true
  } catch {
    query.cancel()
    return false
  }
}
