import { randomUUID } from 'node:crypto'
import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { flushFolder } from '../database/data-dir.ts'
import type { Pool, Queries } from '../database/pool.ts'
import { errorCode, errorLabel } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'
import { exists } from './backup-name.ts'
import { CheckedPictures, missingPictures } from './checked-pictures.ts'
import type { BackupCounts } from './format.ts'
import { journalIdOf } from './journal-id.ts'
import { ownPictures, sharedPictures } from './picture-files.ts'
import type { BackupSummary } from './read-backup.ts'
import { inSnapshot, snapshotLines, type BackupExtras } from './snapshot.ts'
import { writePictures } from './write-pictures.ts'

/** Milliseconds without a write after which a draft counts as abandoned. */
export const abandonedAfter = 10 * 60_000

export interface WrittenBackup {
  /** With a number at its end if another journal took the name meanwhile. */
  readonly file: string
  readonly counts: BackupCounts
}

/**
 * Checks a draft before it counts, while the state it was taken from can still be read; reads it to
 * its end. Throws if anything is wrong.
 */
export type BackupCheck = (draft: string, snapshot: Queries) => Promise<BackupSummary>

interface BackupWay {
  readonly check?: BackupCheck
  /** The name of the folder beside the file that gets the pictures, where it is not one of the file's own. */
  readonly pictures?: string
  readonly checked?: CheckedPictures
  readonly signal?: AbortSignal
}

/** Puts the pictures into the folder that a journal's backups share. */
export async function besideOthers(pool: Pool): Promise<Pick<BackupWay, 'pictures'>> {
  const id = await journalIdOf(pool)
  return id === undefined ? {} : { pictures: sharedPictures(id) }
}

/**
 * Writes a backup of the journal to `file` (mode 0600): first its pictures, then rows to a draft beside it, forced
 * to the disk, read back and checked, and only then given its name. So no partial backup ever has the name. A
 * folder made for it has mode 0700. Works while others write. Throws `StartupError` for what the
 * operator can correct; an existing file is never replaced.
 */
export async function writeBackup(
  pool: Pool,
  file: string,
  now: Date,
  extras: BackupExtras,
  way: BackupWay = {},
): Promise<WrittenBackup> {
  if (await exists(file))
    throw new StartupError(`${file} exists already; a backup never replaces another file.`)
  const folder = path.dirname(file)
  const draft = path.join(folder, `tagebuch-${randomUUID()}.draft`)
  const pictures = path.join(folder, way.pictures ?? ownPictures(file))
  const isLeft = way.pictures !== undefined || (await exists(pictures))
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) await chmod(folder, 0o700)
    await removeAbandonedDrafts(folder)
    const { counts } = await inSnapshot(pool, async (snapshot) =>
      writeChecked(snapshot, { draft, pictures, now, extras }, way),
    )
    const named = await giveName(draft, file)
    await flushFolder(folder)
    return { file: named, counts }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    // What a failed backup has written stays only where the next one goes on with it.
    if (!isLeft) await rm(pictures, { recursive: true, force: true }).catch(() => undefined)
    if (isFileError(error))
      throw new StartupError(`The backup ${file} cannot be written (${errorLabel(error)}).`)
    throw error
  }
}

interface Draft {
  readonly draft: string
  /** The folder of the pictures. */
  readonly pictures: string
  readonly now: Date
  readonly extras: BackupExtras
}

/** Writes pictures and rows, reads the rows back and finds that each picture is there. */
async function writeChecked(
  snapshot: Queries,
  { draft, pictures, now, extras }: Draft,
  { check, checked = new CheckedPictures(), signal }: BackupWay,
): Promise<BackupSummary> {
  // The draft comes first: while there is one, no picture is removed.
  const handle = await open(draft, 'wx', 0o600)
  try {
    const onProgress = async () => handle.utimes(new Date(), new Date())
    await writePictures(snapshot, { folder: pictures, checked, onProgress, signal })
    await writeRows(snapshot, handle, now, { ...extras, pictures: path.basename(pictures) })
    await handle.sync()
  } finally {
    await handle.close()
  }
  const { summary, missing } = await missingPictures(draft, checked, signal)
  if (missing.length > 0)
    throw new StartupError(`${missing.length} pictures are missing in ${pictures}.`)
  return check?.(draft, snapshot) ?? summary
}

async function giveName(draft: string, file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file : file.replace(/(\.json\.gz)?$/, `-${number}$1`)
    if (await takesName(draft, name)) return name
  }
}

/**
 * False if the name is taken. Unlike `rename`, a hard link replaces no file; where a disk has none (FAT),
 * an empty file claims the name first.
 */
async function takesName(draft: string, name: string): Promise<boolean> {
  try {
    await link(draft, name).catch(async (error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error
      await (await open(name, 'wx', 0o600)).close()
      await rename(draft, name)
    })
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  await rm(draft, { force: true })
  return true
}

/**
 * Drafts of backups that a crash interrupted. A draft in use grows all the time; its process is not
 * looked for, because it may run on another machine that shares the disk.
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

async function writeRows(
  snapshot: Queries,
  handle: FileHandle,
  now: Date,
  extras: BackupExtras,
): Promise<void> {
  const lines = Readable.from(snapshotLines(snapshot, now, extras))
  let fileError: unknown
  await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks)
      await handle.appendFile(chunk).catch((error: unknown) => {
        fileError = error
        throw error
      })
  }).catch((error: unknown) => {
    // A full disk also aborts the source, and the pipeline would report that abort instead.
    throw fileError ?? error
  })
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+$/.test(errorCode(error) ?? '')
}
