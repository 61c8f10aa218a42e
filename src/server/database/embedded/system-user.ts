import { chown, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Someone who exists on every Unix and is not root. Throws `StartupError` if there is none. */
export async function systemUser(): Promise<Owner> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = text.split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'daemon', 'nobody']) {
    const found = users.find(([name]) => name === wanted)
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new StartupError('PostgreSQL refuses to run as root; start the server as another user.')
}

/** The owner of a file; undefined if there is no file. */
export async function ownerOf(file: string): Promise<Owner | undefined> {
  return stat(file).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )
}

/**
 * Gives a folder and everything in it to someone, the folder itself last: its owner says that all of it was given. Links
 * are followed, as PostgreSQL does (tablespaces, a log on another disk).
 */
export async function chownTree(root: string, owner: Owner): Promise<void> {
  for (const name of await readdir(root)) {
    const file = path.join(root, name)
    if ((await stat(file)).isDirectory()) await chownTree(file, owner)
    else await chown(file, owner.uid, owner.gid)
  }
  await chown(root, owner.uid, owner.gid)
}
