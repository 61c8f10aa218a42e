import path from 'node:path'
import sql from 'sql-template-tag'
import { flushFolder } from '../database/data-dir.ts'
import type { Queries } from '../database/pool.ts'
import { StartupError } from '../settings/startup-error.ts'
import type { CheckedPictures } from './checked-pictures.ts'
import { pictureTable } from './format.ts'
import { freeBytes, megabytes, roomBesides } from './free-disk.ts'
import {
  digestOf,
  makePictureFolder,
  parseNamedPicture,
  writePicture,
  type NamedPicture,
} from './picture-files.ts'
import { rowsOf, tablesOf } from './snapshot.ts'

interface PictureWriting {
  readonly folder: string
  readonly checked: CheckedPictures
  /** Called now and then while this lasts. */
  readonly onProgress: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes those pictures of a snapshot that are not in the folder yet, or are damaged there, one at a time, and
 * forces them to the disk. Throws `StartupError` where there is too little room.
 */
export async function writePictures(snapshot: Queries, writing: PictureWriting): Promise<void> {
  const { folder, checked, onProgress, signal } = writing
  const missing = await notInFolder(snapshot, writing)
  if (missing.length === 0) return
  await requireRoom(folder, missing)
  await makePictureFolder(folder)
  for (const picture of missing) {
    signal?.throwIfAborted()
    await onProgress()
    await writePicture(folder, picture.sha256, await bytesOf(snapshot, picture))
    checked.setGood(folder, picture)
  }
  await flushFolder(folder)
  await flushFolder(path.dirname(folder))
}

async function notInFolder(
  snapshot: Queries,
  { folder, checked, onProgress, signal }: PictureWriting,
): Promise<readonly NamedPicture[]> {
  const missing = new Map<string, NamedPicture>()
  const pictures = (await tablesOf(snapshot)).find(({ table }) => table.name === pictureTable)
  if (pictures === undefined) return []
  for await (const rows of rowsOf(snapshot, pictures.table, pictures.columns)) {
    await onProgress()
    for (const { row } of rows) {
      signal?.throwIfAborted()
      const picture = parseNamedPicture(row)
      if (picture === undefined) throw new Error('a picture that no backup can name')
      if (!(await checked.isThere([folder], picture))) missing.set(picture.sha256, picture)
    }
  }
  return [...missing.values()]
}

async function bytesOf(
  snapshot: Queries,
  { photo_id: photo, size, sha256 }: NamedPicture,
): Promise<Buffer> {
  const [row] = await snapshot.query<{ bytes: Buffer }>(sql`
    select bytes from public.photo_files where photo_id = ${photo} and size = ${size}`)
  // The digest was stored with the picture: the disk of the database has changed it since.
  if (row === undefined || (await digestOf(row.bytes)) !== sha256)
    throw new StartupError(`The ${size} picture of photo ${photo} is damaged in the database.`)
  return row.bytes
}

/** Pictures must not fill the disk, which may be that of the journal. */
async function requireRoom(folder: string, missing: readonly NamedPicture[]): Promise<void> {
  const free = await freeBytes(path.dirname(folder))
  const needed = missing.reduce((sum, { length }) => sum + length, 0) + roomBesides
  if (free === undefined || free >= needed) return
  throw new StartupError(
    `The ${missing.length} new pictures of this backup need ${megabytes(needed)} MB in ` +
      `${path.dirname(folder)}, and ${megabytes(free)} MB are free.`,
  )
}
