import { randomUUID, webcrypto } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { fullBytesLimit } from '../../domain/limits.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'
import { StartupError } from '../settings/startup-error.ts'

/** The name of a picture's file is its SHA-256, so a picture is written once. */
export const pictureName = /^[0-9a-f]{64}$/

/** A picture as a backup names it, in place of its bytes. */
const namedPicture = jsonText(
  v.object({
    photo_id: v.pipe(v.string(), v.uuid()),
    size: v.string(),
    type: v.string(),
    sha256: v.pipe(v.string(), v.regex(pictureName)),
    length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(fullBytesLimit)),
  }),
)
export type NamedPicture = v.InferOutput<typeof namedPicture>

/** The bytes of a picture that a backup names; undefined for one that is left out. */
export type PictureSource = (picture: NamedPicture) => Promise<Buffer | undefined>

/** The picture that a row of a backup names; undefined where the row is not one that a backup has. */
export function parseNamedPicture(row: string): NamedPicture | undefined {
  return parseIfValid(namedPicture, row)
}

/** The name of the folder that all backups of a journal in one folder share. */
export function sharedPictures(journalId: string): string {
  return `photos-${journalId}`
}

/** The name of the folder that belongs to one backup, which can so be carried elsewhere. */
export function ownPictures(file: string): string {
  return `${path.basename(file).replace(/(?:\.json)?(?:\.gz)?$/, '')}-photos`
}

export async function digestOf(bytes: Buffer): Promise<string> {
  // Not on the thread that answers requests.
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/**
 * The bytes of a picture; undefined if it is not there, or is not the one that the backup names. No link is followed:
 * others may write into a folder that journals share.
 */
export async function readPicture(
  folder: string,
  { sha256, length }: Pick<NamedPicture, 'sha256' | 'length'>,
): Promise<Buffer | undefined> {
  if (!(await isFolder(folder))) return undefined
  // A pipe that no one writes into would wait without end.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path.join(folder, sha256), flags).catch(() => undefined)
  try {
    const bytes = handle === undefined ? undefined : await bytesOf(handle, length)
    return bytes !== undefined && (await digestOf(bytes)) === sha256 ? bytes : undefined
  } catch {
    // A disk that cannot read it, which is as bad as none.
    return undefined
  } finally {
    await handle?.close()
  }
}

async function bytesOf(handle: FileHandle, length: number): Promise<Buffer | undefined> {
  const found = await handle.stat()
  if (!found.isFile() || found.size !== length) return undefined
  return handle.readFile()
}

/** Writes a picture under its name when all of it is on the disk; what stood there is replaced, a link too. */
export async function writePicture(folder: string, sha256: string, bytes: Buffer): Promise<void> {
  const part = path.join(folder, `${sha256}.${randomUUID()}.part`)
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
    await rename(part, path.join(folder, sha256))
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Makes the folder if it is missing, for its owner alone. Throws `StartupError` where a link is. */
export async function makePictureFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined)
  if (!(await isFolder(folder)))
    throw new StartupError(`The pictures of a backup cannot be written: ${folder} is no folder.`)
  if (made !== undefined) await chmod(folder, 0o700)
}

/** False for a link to a folder. */
export async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => undefined))?.isDirectory() === true
}
