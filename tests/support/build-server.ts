import { spawnSync } from 'node:child_process'
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The whole suite says so, which has built before. */
let built = process.env['TEST_BUILT'] === '1'

/** Builds app and server if they are stale: once per process, one process at a time. */
export function buildServer(): void {
  if (built) return
  const lock = path.join(root, 'build', '.builder')
  mkdirSync(path.dirname(lock), { recursive: true })
  waitForLock(lock)
  try {
    const script = `import { ensureBuilt } from ${JSON.stringify(path.join(root, 'scripts/prepare.mjs'))}; ensureBuilt()`
    const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    if (result.status !== 0) throw new Error(`App and server could not be built:\n${result.stderr}`)
  } finally {
    rmSync(lock)
  }
  built = true
}

/** The lock is a link to the number of the process that builds: no clock says whether it still does. */
function waitForLock(lock: string): void {
  for (;;)
    try {
      symlinkSync(String(process.pid), lock)
      return
    } catch {
      const holder = holderOf(lock)
      if (holder !== undefined && !isRunning(holder)) rmSync(lock, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
}

/** Undefined if the lock has just been given back. */
function holderOf(lock: string): number | undefined {
  try {
    return Number(readlinkSync(lock))
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
