import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processCommand, processIdentity } from '../process-identity.ts'

/** What a running server writes into `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `stopping` or `standby`. */
  readonly status: string
}

/** Reads a cluster's `postmaster.pid`; undefined when there is none or it is still being written. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/**
 * Stops a server that outlived its Node process, so that ours is the only one on the files: first
 * as at a normal end, then without waiting for anything. A number that a stranger bears by now is
 * made invalid, because PostgreSQL would take it for a running server; the rest of the file stays,
 * it lets PostgreSQL notice survivors of the old server. Returns what was found.
 */
export async function endOrphan(clusterDir: string): Promise<'none' | 'stopped' | 'stale'> {
  const file = await readPostmasterFile(clusterDir)
  if (file === undefined) return 'none'
  if ((await processIdentity(file.pid)) === undefined) return 'stale'
  if (!(await isServerOf(file.pid, clusterDir))) {
    await disownPid(clusterDir)
    return 'stale'
  }
  await stopServer(file.pid, 10_000)
  return 'stopped'
}

/** True when the process is a PostgreSQL server on exactly this folder. */
async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  const command = await processCommand(pid)
  return command?.includes(`-D ${clusterDir} `) === true && command.includes('postgres')
}

async function disownPid(clusterDir: string): Promise<void> {
  const pidPath = path.join(clusterDir, 'postmaster.pid')
  const lines = (await readFile(pidPath, 'utf8')).split('\n')
  await writeFile(pidPath, ['2147483646', ...lines.slice(1)].join('\n'))
}

/**
 * Ends a server: fast shutdown (sessions are cut, everything is written), after `patience`
 * milliseconds immediate shutdown (the next start replays the log), at last by force.
 */
export async function stopServer(pid: number, patience: number): Promise<void> {
  const steps = [
    { signal: 'SIGINT', wait: patience },
    { signal: 'SIGQUIT', wait: 1_000 },
    { signal: 'SIGKILL', wait: 2_000 },
  ] as const
  for (const { signal, wait } of steps) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await ended(pid, wait)) return
  }
}

async function ended(pid: number, wait: number): Promise<boolean> {
  const deadline = performance.now() + wait
  while (performance.now() < deadline) {
    if ((await processIdentity(pid)) === undefined) return true
    await delay(5)
  }
  return false
}
