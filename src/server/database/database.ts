import type { Log } from '../log.ts'
import { openDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { startEmbeddedServer } from './embedded/embedded-server.ts'
import type { PlacementOptions } from './embedded/placement.ts'
import { connectExternal } from './external-database.ts'
import { ownerPool, type Pool } from './pool.ts'
import type { DatabaseConnection } from './connection.ts'

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

export interface DatabaseOptions {
  readonly dataDir: string
  /** Another PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl?: string | undefined
  readonly log: Log
  readonly placement?: PlacementOptions
}

/**
 * Claims the data directory and starts, or connects, the database. The schema is brought up by
 * `prepareDatabase` afterwards. Throws `StartupError` for what the operator can mend; a data
 * directory in use by another server is left untouched.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const dataDir = await openDataDir(options.dataDir, options.log)
  const lock = await lockDataDir(dataDir)
  try {
    const started =
      options.databaseUrl === undefined
        ? await startEmbedded(dataDir, options)
        : await connectExternal(options.databaseUrl)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await started.stop()
      await lock.release()
    }
    return { ...started, stop: async () => (stopping ??= stop()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startEmbedded(dataDir: string, options: DatabaseOptions): Promise<Database> {
  const server = await startEmbeddedServer(dataDir, options.log, options.placement)
  const pool = ownerPool(server.connection)
  return {
    connection: server.connection,
    pool,
    isAlive: async () => server.isRunning() && (await pool.answers()),
    stop: async () => {
      await pool.end()
      await server.stop()
    },
  }
}
