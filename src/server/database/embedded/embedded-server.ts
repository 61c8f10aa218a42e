import { randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writePrivateFile } from '../../settings/keys.ts'
import type { Log } from '../../log.ts'
import { StartupError } from '../../settings/startup-error.ts'
import type { DatabaseConnection } from '../connection.ts'
import { run } from '../process-identity.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { keepRunning } from './keep-running.ts'
import { giveCluster } from './root-placement.ts'
import { chooseListening, removeNotedFolder, socketPath, type Listening } from './listening.ts'
import type { Placement } from './placed-process.ts'
import { choosePlacement, type PlacementOptions } from './placement.ts'
import { endOrphan } from './postmaster.ts'
import { ownerOf } from './system-user.ts'
import { spawnServer, type ServerProcess } from './server-process.ts'

/**
 * Runs PostgreSQL on a data directory: creates the cluster at first start, ends processes that
 * outlived a killed Node process, keeps the server running on one socket with one password. Throws
 * `StartupError` when it cannot start.
 */
export async function startEmbeddedServer(
  dataDir: string,
  log: Log,
  options: PlacementOptions = {},
) {
  const placement = await choosePlacement(dataDir, await findBinaries(), options)
  const clusterDir = path.join(placement.home, 'cluster')
  const logPath = path.join(dataDir, 'postgres.log')
  if (await endOrphan(clusterDir)) log.info('Stopped the database of an earlier server.')
  const hasCluster = (await ownerOf(clusterDir)) !== undefined
  if (!hasCluster) await requireNew(dataDir, clusterDir)
  await giveCluster(placement)
  const password = await readPassword(dataDir, hasCluster)
  await createCluster(placement, password)
  const { listening, server } = await firstStart(dataDir, placement, logPath)
  const isThere = watchFolder(clusterDir, log)
  const supervisor = keepRunning(server, log, async () => {
    if (!(await isThere())) return undefined
    await endOrphan(clusterDir)
    return spawnServer(placement, listening, logPath)
  })
  // The superuser; good for as long as this server is kept running.
  const owner = { user: 'postgres', password, database: 'postgres' }
  const connection: DatabaseConnection =
    'port' in listening
      ? { port: listening.port, clusterDir, ...owner }
      : { path: socketPath(listening.socketDir), ...owner }
  return {
    connection,
    isRunning: supervisor.isRunning,
    /** Ends the server within about 3 s and stops restarting it. */
    async stop(): Promise<void> {
      await supervisor.stop()
      await removeNotedFolder(dataDir, placement)
    },
  }
}

/**
 * Checks whether the cluster's folder is there, and logs once that it is not: a volume may come
 * back. Creates nothing in its place, and the server goes on.
 */
function watchFolder(clusterDir: string, log: Log): () => Promise<boolean> {
  let wasThere = true
  return async () => {
    const isThere = (await ownerOf(clusterDir)) !== undefined
    if (wasThere && !isThere)
      log.error(
        `${clusterDir} is gone. Put the data directory back, and the server goes on by itself; ` +
          'or stop it and restore the last backup (docs/operations.md).',
      )
    wasThere = isThere
    return isThere
  }
}

/**
 * The owner's password, made once, with the cluster; it never leaves this machine. It is on the
 * disk before the cluster, because a cluster without it cannot be opened again.
 */
async function readPassword(dataDir: string, hasCluster: boolean): Promise<string> {
  const passwordPath = path.join(dataDir, 'database-password')
  const stored = await readFile(passwordPath, 'utf8').catch(() => undefined)
  if (stored !== undefined && stored.trim() !== '') {
    await chmod(passwordPath, 0o600)
    return stored.trim()
  }
  if (hasCluster)
    throw new StartupError(
      `${passwordPath} is missing. Put back your own copy of it, or restore the last backup into a ` +
        'new DATA_DIR (docs/operations.md).',
    )
  const password = randomBytes(24).toString('base64url')
  writePrivateFile(passwordPath, password)
  return password
}

/**
 * Throws `StartupError` for a data directory whose database is not there, as when its volume is not mounted: it never
 * begins a new journal. Only a complete cluster has written a log; with `DATABASE_URL` there are keys and no password.
 */
async function requireNew(dataDir: string, clusterDir: string): Promise<void> {
  const isThere = async (name: string) => (await ownerOf(path.join(dataDir, name))) !== undefined
  const hasJournal = (await isThere('keys.json')) && (await isThere('database-password'))
  if (!hasJournal && !(await isThere('postgres.log'))) return
  throw new StartupError(
    `${dataDir} was used before, and its database ${clusterDir} is missing. Put it back, or restore the last ` +
      'backup into a new DATA_DIR (docs/operations.md); nothing was changed.',
  )
}

/**
 * A few attempts: a process that was starting when its Node process was killed may appear only now,
 * and a port may be taken between its choice and its use.
 */
async function firstStart(
  dataDir: string,
  placement: Placement,
  logPath: string,
): Promise<{ listening: Listening; server: ServerProcess }> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const listening = await chooseListening(dataDir, placement)
    const server = await spawnServer(placement, listening, logPath)
    if (server !== undefined) return { listening, server }
    await requireSameMajor(placement)
    await delay(100 * 2 ** attempt)
    await endOrphan(path.join(placement.home, 'cluster'))
  }
  throw new StartupError(`The database does not start; ${logPath} says why.`)
}

/**
 * Throws a `StartupError` if another major version of PostgreSQL wrote the cluster's files, with
 * what to do. Called only after a failed start, because it starts a process.
 */
async function requireSameMajor({ home, binaries }: Placement): Promise<void> {
  const written = await readFile(path.join(home, 'cluster', 'PG_VERSION'), 'utf8').catch(() => '')
  const said = await run(binaries.postgres, ['--version']).catch(() => ({ stdout: '' }))
  const [, runs] = /\(PostgreSQL\) (\d+)/.exec(said.stdout) ?? []
  if (runs === undefined || written.trim() === '' || written.trim() === runs) return
  throw new StartupError(
    `The database in ${home} was written by PostgreSQL ${written.trim()}, and this version of the ` +
      `program brings PostgreSQL ${runs}, which cannot read it. Run npm run backup with the version ` +
      'before, move DATA_DIR aside, and restore the file with this one ' +
      '(docs/operations.md "Going back"); nothing was changed.',
  )
}
