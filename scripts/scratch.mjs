import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Bytes that a run's data directories and browser profiles may take at most. */
const scratchSize = 6e9
const memory = '/dev/shm'

/**
 * A folder for what tests write, in memory where there is enough of it: dozens of clusters on a disk
 * take longer than the tests that use them. Undefined where there is none: then it is the system's.
 * @returns {string | undefined}
 */
export function makeScratch() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < scratchSize) return undefined
    const folder = mkdtempSync(path.join(memory, 'tagebuch-'))
    // As the system's own: some tests are other users.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    return undefined
  }
}
