import type postgres from 'postgres'
import { connect, type DatabaseConnection } from './connection.ts'
import { Pool } from './pool.ts'

/** A small pool that reconnects after a restart of the database; of both drivers, while rooms use both. */
export interface OwnerPool {
  readonly pool: Pool
  readonly sql: postgres.Sql
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
  const pool = new Pool(connection, { name: 'unser-tagebuch', max: 4 })
  return {
    pool,
    sql,
    async end() {
      await Promise.all([pool.end(), sql.end({ timeout: 0.5 })])
    },
  }
}
