import type { Log } from '../log.ts'
import { openDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { startEmbeddedServer } from './embedded/embedded-server.ts'
import type { PlacementOptions } from './embedded/placement.ts'
import { connectExternal } from './external-database.ts'
import { ownerPool } from './pool.ts'
import type { Database } from './running-database.ts'

export type { Database } from './running-database.ts'

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
    const stop = async () => {
      await started.stop()
      await lock.release()
    }
    return { ...started, stop: once(stop) }
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

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= action())
}
