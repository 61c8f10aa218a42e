import type { ChildProcess } from 'node:child_process'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../settings/startup-error.ts'
import { prepareListening, type Listening } from './listening.ts'
import { spawnPlaced, writeForServer, type Placement } from './placed-process.ts'
import { readPostmasterFile } from './postmaster.ts'
import { hbaRules, serverSettings } from './server-settings.ts'

const startTimeoutMs = 60_000
const largestLog = 5_000_000

export interface ServerProcess {
  readonly pid: number
  /** Resolves once the process has ended, for any reason. */
  readonly ended: Promise<void>
}

/**
 * Starts PostgreSQL and resolves when it accepts connections; a crashed
 * cluster is replayed first. It leads its own process group, so that Ctrl-C reaches only Node, which
 * stops it in order. Returns undefined when it ended before it was ready.
 */
export async function spawnServer(
  placement: Placement,
  listening: Listening,
  logPath: string,
): Promise<ServerProcess | undefined> {
  const clusterDir = path.join(placement.home, 'cluster')
  const hbaPath = path.join(placement.home, 'pg_hba.conf')
  await writeForServer(placement, hbaPath, hbaRules(listening))
  await prepareListening(listening, placement)
  const settings = Object.entries(serverSettings(listening, hbaPath)).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  await rotateLog(logPath)
  const log = await open(logPath, 'a', 0o600)
  try {
    const child = spawnPlaced(
      placement,
      placement.binaries.postgres,
      ['-D', clusterDir, ...settings],
      { stdio: ['ignore', log.fd, log.fd], detached: true },
    )
    return await untilReady(child, clusterDir)
  } finally {
    await log.close()
  }
}

async function untilReady(
  child: ChildProcess,
  clusterDir: string,
): Promise<ServerProcess | undefined> {
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const { pid } = child
  if (pid === undefined) return undefined
  const deadline = performance.now() + startTimeoutMs
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(clusterDir)
    if (file?.pid === pid && file.status === 'ready') return { pid, ended }
    if (performance.now() > deadline) {
      child.kill('SIGQUIT')
      throw new StartupError(`The database did not become ready within ${startTimeoutMs / 1000} s.`)
    }
    await delay(5)
  }
  return undefined
}

/** Starts a new log where the present one has become large; one earlier log is kept. */
async function rotateLog(logPath: string): Promise<void> {
  const found = await stat(logPath).catch(() => undefined)
  if (found !== undefined && found.size > largestLog) await rename(logPath, `${logPath}.1`)
}
