import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The whole suite says so, which has built before. */
let built = process.env['TEST_BUILT'] === '1'

/** Builds app and server if they are stale: once per process, one process at a time. */
export function buildServer(): void {
  if (built) return
  const lock = path.join(root, 'build', '.building')
  mkdirSync(path.dirname(lock), { recursive: true })
  waitForLock(lock)
  try {
    const script = `import { ensureBuilt } from ${JSON.stringify(path.join(root, 'scripts/prepare.mjs'))}; ensureBuilt()`
    const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    if (result.status !== 0) throw new Error(`App and server could not be built:\n${result.stderr}`)
  } finally {
    // Gone already where another process took it for one left behind, as after a step of the clock.
    rmSync(lock, { recursive: true, force: true })
  }
  built = true
}

function waitForLock(lock: string): void {
  for (;;)
    try {
      mkdirSync(lock)
      return
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > 60_000) rmSync(lock, { recursive: true, force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
}
