import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clusterProcesses, killClusterProcesses, untilEnded } from './cluster-processes.ts'

/** The facts that a running server writes into `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `stopping` or `standby`. */
  readonly status: string
}

/** How long a server left behind may take to end in order; the restart must be over within 5 s. */
const orphanTimeoutMs = 2_000

/** Reads a cluster's `postmaster.pid`; undefined when there is none or it is still being written. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(pidPath(clusterDir), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** True while a PostgreSQL on exactly this folder accepts connections on this port. */
export async function isServing(clusterDir: string, port: number): Promise<boolean> {
  const file = await readPostmasterFile(clusterDir)
  if (file?.port !== port || file.status !== 'ready') return false
  // Windows shows no command line: there the number must do.
  if (process.platform === 'win32') return true
  return (await clusterProcesses(clusterDir)).includes(file.pid)
}

/**
 * Ends what outlived its Node process, so that ours is the only server on the files: the server by
 * a fast shutdown, then by an immediate one; at last its children, which can outlive a killed
 * server and keep the next one from starting as long as they hold its memory. Returns true when
 * there was a server to stop.
 */
export async function endOrphan(clusterDir: string): Promise<boolean> {
  const file = await readPostmasterFile(clusterDir)
  const living = await clusterProcesses(clusterDir)
  const isServer = file !== undefined && living.includes(file.pid)
  if (isServer) await stopServer(file.pid, orphanTimeoutMs)
  if (living.length > 0) await killClusterProcesses(clusterDir)
  await disownPid(clusterDir)
  return isServer
}

/**
 * PostgreSQL takes any process with the number in `postmaster.pid` for a running server, and an
 * empty file for one that is starting. The number is made invalid; the rest of the file stays, it
 * lets PostgreSQL notice survivors of the old server.
 */
async function disownPid(clusterDir: string): Promise<void> {
  const text = await readFile(pidPath(clusterDir), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const [pid = '', ...rest] = text.split('\n')
  if (/^\d+$/.test(pid) && rest.length > 0)
    await writeFile(pidPath(clusterDir), ['2147483646', ...rest].join('\n'))
  else await rm(pidPath(clusterDir), { force: true })
}

function pidPath(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid')
}

/**
 * Ends a server: fast shutdown (sessions are cut, everything is written), after `timeoutMs`
 * milliseconds immediate shutdown (the next start replays the log), at last by force.
 */
export async function stopServer(pid: number, timeoutMs: number): Promise<void> {
  const steps = [
    { signal: 'SIGINT', wait: timeoutMs },
    { signal: 'SIGQUIT', wait: 1_000 },
    { signal: 'SIGKILL', wait: 2_000 },
  ] as const
  for (const { signal, wait } of steps) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await untilEnded(pid, wait)) return
  }
}
