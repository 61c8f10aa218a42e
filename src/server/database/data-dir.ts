import { access, chmod, constants, mkdir, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../settings/startup-error.ts'
import { errorCode, errorLabel } from '../error-code.ts'
import type { Log } from '../log.ts'
import { keepToOwner } from './data-dir-rights.ts'
import { ownerOf } from './embedded/system-user.ts'

/** The entries that must belong to the journal's user: PostgreSQL refuses other users' clusters. */
const ownEntries = ['cluster', 'database-password', 'keys.json']

/**
 * Creates DATA_DIR with mode 0700 if it is missing and returns its real path, so that two names of
 * one folder compare equal. Throws `StartupError` when it cannot be created or written, holds
 * another user's journal, or stays open to others.
 */
export async function openDataDir(dataDir: string, log: Log): Promise<string> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    if (created !== undefined) await chmod(dataDir, 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const [folder, reason] = await refusingFolder(dataDir, error)
    const what = `The data directory ${dataDir} cannot be written (${errorLabel(reason)})`
    throw new StartupError(`${what}${await remedy(reason, folder, dataDir)}`)
  }
  const folder = await realpath(dataDir)
  for (const name of ownEntries) await requireOwn(path.join(folder, name), folder)
  await keepToOwner(folder, log)
  return folder
}

/**
 * The folder that failed, the data directory or its parent, and why: of a folder that cannot be
 * created on a read-only file system Node says only that it does not exist.
 */
async function refusingFolder(folder: string, error: unknown): Promise<[string, unknown]> {
  try {
    await access(folder, constants.W_OK)
    return [folder, error]
  } catch (reason) {
    const parent = path.dirname(folder)
    return errorCode(reason) === 'ENOENT' && parent !== folder
      ? refusingFolder(parent, error)
      : [folder, reason]
  }
}

/** The remedy, if one is known. */
async function remedy(error: unknown, folder: string, dataDir: string): Promise<string> {
  const code = errorCode(error)
  const uid = process.getuid?.()
  if (code === 'EROFS')
    return ': it is on a read-only volume; mount it writable, or name another in DATA_DIR.'
  if (code !== 'EACCES' && code !== 'EPERM') return '; name another in DATA_DIR.'
  const owner = (await ownerOf(folder))?.uid
  if (uid !== undefined && owner !== uid && folder !== dataDir)
    return `: ${folder} belongs to user ${owner}; make ${dataDir} yourself and give it to user ${uid}, or name another in DATA_DIR.`
  return uid === undefined || owner === undefined || owner === uid
    ? "; let the journal's user into the folders above it, and write in it."
    : belongsTo(owner, uid, folder)
}

/** Root may use what belongs to others, and does (docs/operations.md). */
async function requireOwn(entry: string, dataDir: string): Promise<void> {
  const uid = process.getuid?.() ?? 0
  const owner = uid === 0 ? undefined : (await ownerOf(entry))?.uid
  if (owner === undefined || owner === uid) return
  throw new StartupError(`${entry} cannot be used${belongsTo(owner, uid, dataDir)}`)
}

/** Makes a new name in a folder survive a power cut; not every system can open a folder. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

function belongsTo(owner: number, uid: number, dataDir: string): string {
  return `: it belongs to user ${owner}, and the journal runs as user ${uid}; run it as user ${owner}, or give the folder away with "chown -R ${uid} ${dataDir}".`
}
