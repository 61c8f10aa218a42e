import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type postgres from 'postgres'
import { errorCode, errorLabel } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import type { BackupCounts } from './format.ts'
import { readBackup } from './read-backup.ts'
import { inSnapshot, snapshotLines } from './snapshot.ts'

/** Milliseconds without a write after which a draft counts as abandoned. */
const abandonedAfter = 10 * 60_000

export interface WrittenBackup {
  readonly file: string
  readonly counts: BackupCounts
}

/**
 * Writes a backup of the journal to `file` (mode 0600): to a draft beside it, forced to the disk,
 * read back and checked, and only then given its name. So no half backup ever has the name.
 * Works while others write. Throws `StartupError` for what the operator can mend; an existing file
 * is never replaced.
 */
export async function writeBackup(
  sql: postgres.Sql,
  file: string,
  now: Date,
  anonKey?: string,
): Promise<WrittenBackup> {
  if (await exists(file))
    throw new StartupError(`${file} exists already; a backup never replaces another file.`)
  const folder = path.dirname(file)
  const draft = path.join(folder, `tagebuch-${randomUUID()}.draft`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeAbandonedDrafts(folder)
    await writeDraft(sql, draft, now, anonKey)
    const { counts } = await readBackup(draft)
    await rename(draft, file)
    await syncFolder(folder)
    return { file, counts }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    if (isFileError(error))
      throw new StartupError(`The backup ${file} cannot be written (${errorLabel(error)}).`)
    throw error
  }
}

/**
 * Drafts of backups that a crash broke off. A living one grows all the time; its process is not asked
 * for, because it may run on another machine that shares the disk.
 */
async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^tagebuch-.*\.draft$/.test(name)) continue
    const draft = path.join(folder, name)
    const written = (await stat(draft).catch(() => undefined))?.mtimeMs ?? Infinity
    if (Date.now() - written > abandonedAfter)
      await rm(draft, { force: true }).catch(() => undefined)
  }
}

async function writeDraft(
  sql: postgres.Sql,
  draft: string,
  now: Date,
  anonKey?: string,
): Promise<void> {
  const handle = await open(draft, 'wx', 0o600)
  try {
    await inSnapshot(sql, async (transaction) => {
      const lines = Readable.from(snapshotLines(transaction, now, anonKey))
      await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await handle.appendFile(chunk)
      })
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the new name itself survive a power cut; not every system lets a folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  try {
    await handle?.sync()
  } catch {
    // The file's content is on the disk all the same.
  } finally {
    await handle?.close()
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+$/.test(errorCode(error) ?? '')
}

/**
 * A free name in `folder`, `tagebuch-2026-11-20-183000.json.gz` by the clock of the journal's time
 * zone (D5); the second one within a second, or of an hour that comes twice, gets a number.
 */
export async function backupFile(
  folder: string,
  now: Date,
  timeZone: string,
  suffix = '',
): Promise<string> {
  const name = `tagebuch-${stamp(now, timeZone)}${suffix}`
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${name}${number === 1 ? '' : `-${number}`}.json.gz`)
    if (!(await exists(file))) return file
  }
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

function stamp(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const [day = '', time = ''] = parts.format(now).split(' ')
  return `${day}-${time.replaceAll(':', '')}`
}
