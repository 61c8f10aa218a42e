import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log.ts'
import { StartupError } from '../settings/startup-error.ts'

const writableByOthers = 0o022
const sticky = 0o1000

/**
 * Takes the right to write in the data directory away from everybody but its owner: others could put
 * their own keys or database there. Throws `StartupError` if the folder belongs to another user, is
 * shared by design as `/tmp` is, or keeps no modes.
 */
export async function keepToOwner(folder: string, log: Log): Promise<void> {
  // Windows has no modes.
  const uid = process.getuid?.()
  if (uid === undefined) return
  const { mode, uid: owner } = await stat(folder)
  if ((mode & writableByOthers) !== 0) {
    if ((mode & sticky) !== 0) throw new StartupError(sharedByDesign(folder))
    const isOurs = owner === uid || uid === 0
    if (!isOurs || !(await takeAway(folder, mode)))
      throw new StartupError(othersMayWrite(folder, uid))
    log.info(`Others could write in ${folder}; that right has been taken away.`)
  }
  for (const name of await readdir(folder)) await closeEntry(path.join(folder, name), log)
}

/** Not through a symbolic link: anyone who could write here may have made it. */
async function closeEntry(entry: string, log: Log): Promise<void> {
  const found = await lstat(entry).catch(() => undefined)
  if (found === undefined || found.isSymbolicLink() || found.isSocket()) return
  if ((found.mode & writableByOthers) === 0) return
  if (await takeAway(entry, found.mode))
    log.info(`Others could write to ${entry}; that right has been taken away.`)
}

/** False where it stays, as on a volume that keeps no modes. */
async function takeAway(place: string, mode: number): Promise<boolean> {
  await chmod(place, mode & 0o7777 & ~writableByOthers).catch(() => undefined)
  return ((await stat(place)).mode & writableByOthers) === 0
}

function sharedByDesign(folder: string): string {
  return `The data directory ${folder} is shared by all users of this machine; make one of the journal's own with "mkdir -m 700 ${path.join(folder, 'journal')}" and name it in DATA_DIR.`
}

function othersMayWrite(folder: string, uid: number): string {
  return `Others may write in the data directory ${folder}; take that right away with "chown ${uid} ${folder} && chmod go-w ${folder}", or name another in DATA_DIR if its volume keeps no modes.`
}
