import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processIdentity, run } from '../process-identity.ts'

/**
 * The PostgreSQL programs at work on a cluster's folder: `postgres` and `initdb` that name it after
 * `-D`, and on Linux also a server's children, whose working folder it is. The operating system
 * knows them; files that name a process can be stale, empty or missing after a crash.
 */
export async function clusterProcesses(clusterDir: string): Promise<readonly number[]> {
  if (process.platform === 'linux') return linuxProcesses(clusterDir)
  if (process.platform === 'win32') return []
  return listedProcesses(clusterDir)
}

/** Synchronous: /proc is memory, and a hundred small reads are done in 2 ms. */
function linuxProcesses(clusterDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        if (isProgramOn(words, clusterDir)) return true
        // A server's children replace their words by a title, `postgres: checkpointer`.
        return (
          /^(.*\/)?postgres(:|$)/.test(words[0] ?? '') &&
          readlinkSync(`/proc/${pid}/cwd`) === clusterDir
        )
      } catch {
        // It has ended, or belongs to another user.
        return false
      }
    })
    .map(Number)
}

function isProgramOn(words: readonly string[], clusterDir: string): boolean {
  return words.some(
    (word, at) =>
      /^(postgres|initdb)$/.test(path.basename(word)) &&
      words.some((flag, next) => next > at && flag === '-D' && words[next + 1] === clusterDir),
  )
}

async function listedProcesses(clusterDir: string): Promise<number[]> {
  const listed = await run('ps', ['-axww', '-o', 'pid=,command=']).catch(() => undefined)
  const lines = listed?.stdout.split('\n') ?? []
  return lines
    .filter((line) => /postgres|initdb/.test(line) && `${line} `.includes(` -D ${clusterDir} `))
    .map((line) => Number.parseInt(line, 10))
}

/**
 * Kills the processes on a cluster's folder. Nothing committed is lost: the next start replays the
 * log. Gives up after 3 s.
 */
export async function killClusterProcesses(clusterDir: string): Promise<void> {
  const pids = await clusterProcesses(clusterDir)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  for (const pid of pids) await untilEnded(pid, 3_000)
}

/** Waits until a process has ended, at most `timeoutMs` milliseconds; false when it still runs. */
export async function untilEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if ((await processIdentity(pid)) === undefined) return true
    await delay(5)
  }
  return false
}
