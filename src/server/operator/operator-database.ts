import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { Pool } from '../database/pool.ts'
import { backupPlace } from '../backup/backup-place.ts'
import { upgradeDatabase } from '../backup/upgrade.ts'
import { databaseConnection } from '../database/connection.ts'
import { isDataDirLocked } from '../database/data-dir-lock.ts'
import { startDatabase, type Database } from '../database/database.ts'
import { consoleLog } from '../log.ts'
import type { Settings } from '../settings/settings.ts'
import { stopSignals } from '../settings/stop-signals.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

/** The note of a running server in DATA_DIR, see `noteRunning`. */
const note = jsonText(
  v.object({ database: databaseConnection, forwarded: v.optional(v.boolean(), false) }),
)

/** True once a server has written to DATA_DIR, or if the database is elsewhere. */
export function hasDatabase({ dataDir, databaseUrl }: Settings): boolean {
  return databaseUrl !== undefined || existsSync(path.join(dataDir, 'database-password'))
}

/** The database of the running server if there is one, else one that is started for the moment. */
export async function withDatabase<Result>(
  settings: Settings,
  task: (pool: Pool) => Promise<Result>,
  otherwise: typeof withOwnDatabase = withOwnDatabase,
): Promise<Result> {
  const running = await connectRunning(settings)
  if (running === undefined) return otherwise(settings, task)
  try {
    return await task(running)
  } finally {
    await running.end()
  }
}

/** The same, without updating the schema: for commands that only read. */
export async function withDatabaseAsItIs<Result>(
  settings: Settings,
  task: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  return withDatabase(settings, task, async (_, own) =>
    withStarted(settings, async ({ pool }) => own(pool)),
  )
}

/**
 * A database started for this command alone, with its schema updated, after a backup if there is a
 * journal. Throws `StartupError` while a server runs. A signal ends the database too, which rolls
 * back open transactions.
 */
export async function withOwnDatabase<Result>(
  settings: Settings,
  task: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  return withStarted(settings, async (database) => {
    await upgradeDatabase(backupPlace(settings, database, consoleLog))
    return task(database.pool)
  })
}

async function withStarted<Result>(
  { dataDir, databaseUrl }: Settings,
  task: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await startDatabase({ dataDir, databaseUrl, log: consoleLog })
  let stopping: Promise<void> | undefined
  // More than once: a terminal signals all processes, and npm hands its own on.
  const interrupted = () => {
    stopping ??= stopAndExit(database)
  }
  for (const signal of stopSignals) process.on(signal, interrupted)
  try {
    return await task(database)
  } finally {
    for (const signal of stopSignals) process.off(signal, interrupted)
    await database.stop()
  }
}

async function stopAndExit(database: Database): Promise<void> {
  consoleLog.error('Interrupted; what was under way is undone.')
  try {
    await database.stop()
  } finally {
    process.exit(1)
  }
}

/** True if the running server had a request by a proxy that it does not trust. */
export async function sawUntrustedProxy(settings: Settings): Promise<boolean> {
  return (await runningNote(settings))?.forwarded === true
}

/**
 * The note of a killed server stays, and its socket may belong to another program by now (a reboot
 * empties the folder for temporary files): it counts only while the server's process lives.
 */
async function connectRunning(settings: Settings): Promise<Pool | undefined> {
  const running = await runningNote(settings)
  if (running === undefined) return undefined
  const pool = new Pool(running.database, {
    name: 'unser-tagebuch-command',
    max: 1,
    waitMs: 3_000,
  })
  try {
    await pool.run('select 1')
    return pool
  } catch {
    await pool.end(0)
    return undefined
  }
}

async function runningNote({ dataDir }: Settings): Promise<v.InferOutput<typeof note> | undefined> {
  if (!(await isDataDirLocked(dataDir))) return undefined
  const text = await readFile(path.join(dataDir, 'running.json'), 'utf8').catch(() => undefined)
  return parseIfValid(note, text)
}
