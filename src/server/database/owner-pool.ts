import type postgres from 'postgres'
import { connect, type DatabaseConnection } from './connection.ts'

/** A small pool that finds its way back after a restart of the database. */
export interface OwnerPool {
  readonly sql: postgres.Sql
  /** True when a query is answered within 2 s. */
  answers(): Promise<boolean>
  /** Ends the connections; queries under way have 0.5 s. */
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
    answers: () => answersWithin(sql, 2_000),
    end: () => sql.end({ timeout: 0.5 }),
  }
}

async function answersWithin(sql: postgres.Sql, patience: number): Promise<boolean> {
  const query = sql`select 1`
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      query.cancel()
      resolve(false)
    }, patience)
  })
  const answer = query.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
