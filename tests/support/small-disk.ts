import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file system of its own, in memory, of a few megabytes. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room that is left, to the last byte. */
  fill(): void
  /** Gives the room back that `fill` took. */
  freeSpace(): void
  remove(): void
}

/** Why no file system can be mounted here; undefined where it can. */
export const noSmallDisk = mountFault()

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-disk-'))
  const filler = path.join(folder, 'filler')
  const problem = mount(folder, megabytes)
  if (problem !== undefined) throw new Error(problem)
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [65_536, 512]) fillWith(file, Buffer.alloc(size))
      closeSync(file)
    },
    freeSpace: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch {
    // It is full.
  }
}

function mount(folder: string, megabytes: number): string | undefined {
  const given = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', folder]
  const { status, stderr, error } = spawnSync('mount', given)
  if (status === 0) return undefined
  return `no file system may be mounted here: ${error?.message ?? stderr.toString().trim()}`
}

function mountFault(): string | undefined {
  if (process.platform !== 'linux') return 'a file system in memory is mounted on Linux only'
  const folder = mkdtempSync(path.join(tmpdir(), 'tagebuch-disk-'))
  const problem = mount(folder, 1)
  if (problem === undefined) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return problem
}
