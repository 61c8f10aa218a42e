import type { DatabaseConnection } from './connection.ts'
import type { Pool } from './pool.ts'

/** A database that the server uses, its own or another. */
export interface Database {
  /** As the owner (the embedded server's superuser). Holds a password. */
  readonly connection: DatabaseConnection
  /** A small pool as the owner: row level security does not apply to it. */
  readonly pool: Pool
  /** True while the database answers a query within 2 s. */
  isAlive(): Promise<boolean>
  /** Ends connections and the embedded server, within about 3 s, and frees the data directory. */
  stop(): Promise<void>
}
