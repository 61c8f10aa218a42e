import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Runs a program to its end; rejects if that is no success. */
export const run = promisify(execFile)

/**
 * The identity of a process, which distinguishes it from a later one with the same number: boot and start time.
 * Undefined if no such process runs (a zombie does not run). Linux reads /proc, elsewhere `ps` answers.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxIdentity(pid)
  if (process.platform === 'win32') return isRunning(pid) ? `pid ${pid}` : undefined
  return psField(pid, 'lstart=')
}

async function linuxIdentity(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may itself contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return `${boot.trim()} ${fields[19] ?? ''}`
  } catch {
    return undefined
  }
}

async function psField(pid: number, field: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', field, '-p', String(pid)])
    return stdout.trim() === '' ? undefined : stdout.trim()
  } catch {
    return undefined
  }
}

/** True while a process with this number exists, also one that belongs to someone else. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
