import path from 'node:path'
import { StartupError } from '../settings/startup-error.ts'
import { pictureTable, type BackupHeader } from './format.ts'
import {
  ownPictures,
  parseNamedPicture,
  readPicture,
  type NamedPicture,
  type PictureSource,
} from './picture-files.ts'
import { damaged, readBackup, type BackupSummary } from './read-backup.ts'

/** The folders in which the pictures of a backup may lie: the one that it names, or one beside it under its present name. */
export function pictureFolders(file: string, { pictures }: BackupHeader): readonly string[] {
  const names = new Set([...(pictures === undefined ? [] : [pictures]), ownPictures(file)])
  return [...names].map((name) => path.join(path.dirname(file), name))
}

/**
 * The bytes of a backup's pictures, for a restore. Throws `StartupError` where one is missing or damaged that is not
 * among the digests of those that are left out.
 */
export function picturesOf(
  file: string,
  { header }: BackupSummary,
  leftOut: ReadonlySet<string>,
): PictureSource {
  const folders = pictureFolders(file, header)
  return async (picture) => {
    for (const folder of folders) {
      const bytes = await readPicture(folder, picture)
      if (bytes !== undefined) return bytes
    }
    if (leftOut.has(picture.sha256)) return undefined
    throw new StartupError(
      `The picture ${picture.sha256} of the backup ${file} is missing or damaged; nothing was changed.`,
    )
  }
}

/** The pictures that were found with their digests. Each is read once, however many backups name it. */
export class CheckedPictures {
  readonly #isGood = new Map<string, boolean>()

  async isThere(folders: readonly string[], picture: NamedPicture): Promise<boolean> {
    for (const folder of folders) {
      const file = path.join(folder, picture.sha256)
      const isGood = this.#isGood.get(file) ?? (await readPicture(folder, picture)) !== undefined
      this.#isGood.set(file, isGood)
      if (isGood) return true
    }
    return false
  }

  /** Of a picture that was just written. */
  setGood(folder: string, { sha256 }: NamedPicture): void {
    this.#isGood.set(path.join(folder, sha256), true)
  }
}

/** The picture that a row of a backup names. Throws `StartupError` where the row is none of ours. */
export function namedIn(file: string, row: string): NamedPicture {
  const picture = parseNamedPicture(row)
  if (picture === undefined) throw damaged(file, 'a picture is not named as backups do')
  return picture
}

/** A backup that was read to its end, and the pictures that it names. */
export interface ReadBackup extends BackupSummary {
  readonly pictures: readonly NamedPicture[]
}

/** Reads a backup to its end, as `readBackup` does, and the names of its pictures. Throws `StartupError`. */
export async function readNamedPictures(file: string): Promise<ReadBackup> {
  const pictures: NamedPicture[] = []
  let isPictures = false
  const summary = await readBackup(file, {
    async table(name) {
      isPictures = name === pictureTable
    },
    async row(text) {
      if (isPictures) pictures.push(namedIn(file, text))
    },
  })
  return { ...summary, pictures }
}

/** The pictures of a backup that are not there, or are not what it names. Throws `StartupError` for a damaged backup. */
export async function missingPictures(
  file: string,
  checked: CheckedPictures,
  signal?: AbortSignal,
): Promise<{ readonly summary: BackupSummary; readonly missing: readonly NamedPicture[] }> {
  const { pictures, ...summary } = await readNamedPictures(file)
  const folders = pictureFolders(file, summary.header)
  const missing: NamedPicture[] = []
  for (const picture of pictures) {
    signal?.throwIfAborted()
    if (!(await checked.isThere(folders, picture))) missing.push(picture)
  }
  return { summary, missing }
}
