import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { readNamedPictures } from './checked-pictures.ts'
import { backupsOf } from './own-backups.ts'
import { isFolder, pictureName, sharedPictures } from './picture-files.ts'
import { abandonedAfter } from './write-backup.ts'

const half = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.part$/

/**
 * Removes the pictures that no backup of a journal names any more, and what a crash has left of one. None goes while
 * one of its backups cannot be read, or is being written.
 */
export async function removeUnnamedPictures(
  backups: string,
  journalId: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = path.join(backups, sharedPictures(journalId))
  if (!(await isFolder(folder))) return
  const found = await readdir(folder)
  const named = await namedBy(backups, journalId, signal)
  if (named === undefined) return
  const unnamed = found.filter((name) => pictureName.test(name) && !named.has(name))
  for (const name of found.filter((name) => half.test(name)))
    if (await isAbandoned(path.join(folder, name))) unnamed.push(name)
  if (unnamed.length === 0 || (await isBeingWritten(backups))) return
  for (const name of unnamed)
    await rm(path.join(folder, name), { force: true }).catch(() => undefined)
}

/** The digests that backups of the journal name; undefined while one cannot be read. */
async function namedBy(
  backups: string,
  journalId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>()
  try {
    const { own, unknown } = await backupsOf(backups, journalId)
    if (unknown.length > 0) return undefined
    for (const name of own) {
      signal.throwIfAborted()
      const { pictures } = await readNamedPictures(path.join(backups, name))
      for (const { sha256 } of pictures) named.add(sha256)
    }
    return named
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** A draft that is in use may be of a backup that counts on a picture which is there. */
async function isBeingWritten(backups: string): Promise<boolean> {
  const drafts = (await readdir(backups)).filter((name) => name.endsWith('.draft'))
  for (const draft of drafts) if (!(await isAbandoned(path.join(backups, draft)))) return true
  return false
}

async function isAbandoned(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined || Date.now() - found.mtimeMs > abandonedAfter
}
