import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { StartupError } from '../../startup-error.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import type { Placement } from './placed-process.ts'
import { choosePlacement, type PlacementOptions } from './placement.ts'
import { endOrphan, stopServer } from './postmaster.ts'
import { ownerOf } from './system-user.ts'
import { spawnServer, type ServerProcess } from './server-process.ts'

export interface EmbeddedServer {
  readonly port: number
  readonly password: string
  readonly isRunning: () => boolean
  /** Ends the server within about 3 s and stops restarting it. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on a data directory: creates the cluster at first start, ends a server that
 * outlived a killed Node process, keeps the server running on one port with one password.
 * Throws `StartupError` when it cannot start.
 */
export async function startEmbeddedServer(
  dataDir: string,
  log: Log,
  options: PlacementOptions = {},
): Promise<EmbeddedServer> {
  const placement = await choosePlacement(dataDir, await findBinaries(), options)
  const clusterDir = path.join(placement.home, 'cluster')
  const logPath = path.join(dataDir, 'postgres.log')
  if ((await endOrphan(clusterDir)) === 'stopped')
    log.info('Stopped the database of an earlier server.')
  const password = await readPassword(dataDir, (await ownerOf(clusterDir)) !== undefined)
  await createCluster(placement, password)
  const { port, server } = await firstStart(placement, logPath)
  const keeper = keepRunning(server, log, async () => {
    await endOrphan(clusterDir)
    return spawnServer(placement, port, logPath)
  })
  return { port, password, ...keeper }
}

/** The owner's password, made once, with the cluster; it never leaves this machine. */
async function readPassword(dataDir: string, hasCluster: boolean): Promise<string> {
  const passwordPath = path.join(dataDir, 'database-password')
  const stored = await readFile(passwordPath, 'utf8').catch(() => undefined)
  if (stored !== undefined && stored.trim() !== '') {
    await chmod(passwordPath, 0o600)
    return stored.trim()
  }
  if (hasCluster) throw new StartupError(`${passwordPath} is missing; restore it from a backup.`)
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordPath, password, { mode: 0o600 })
  return password
}

/** Between choosing a free port and binding it, another program may take it: try a few. */
async function firstStart(
  placement: Placement,
  logPath: string,
): Promise<{ port: number; server: ServerProcess }> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const port = await freePort()
    const server = await spawnServer(placement, port, logPath)
    if (server !== undefined) return { port, server }
    await delay(100 * 2 ** attempt)
  }
  throw new StartupError(`The database does not start; ${logPath} says why.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      reject(new StartupError('No free port on 127.0.0.1 for the database.')),
    )
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Starts the server again whenever it ends unasked, after 0.1 s and up to 5 s between attempts. */
function keepRunning(
  first: ServerProcess,
  log: Log,
  start: () => Promise<ServerProcess | undefined>,
): Pick<EmbeddedServer, 'isRunning' | 'stop'> {
  let current: ServerProcess | undefined = first
  let restarting: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const watch = (server: ServerProcess): void => {
    void server.ended.then(() => {
      current = undefined
      if (!stopping.signal.aborted) restarting = restart()
    })
  }
  const restart = async (): Promise<void> => {
    log.error('The database ended unexpectedly; starting it again.')
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, 5_000)) {
      const server = await start().catch(() => undefined)
      if (server !== undefined) {
        current = server
        log.info('The database runs again.')
        watch(server)
        return
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  watch(first)
  return {
    isRunning: () => current !== undefined,
    stop: async () => {
      stopping.abort()
      await restarting
      if (current !== undefined) await stopServer(current.pid, 2_000)
    },
  }
}
