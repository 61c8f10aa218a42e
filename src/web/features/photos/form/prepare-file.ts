import type { FormPhoto, PreparingPhoto } from '../../../../domain/form-photos.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import { photoFileLimit } from '../../../../domain/limits.ts'
import type { PhotoProblem, PreparedPhoto } from '../../../pictures/prepared-photo.ts'

/** A file from a picker, the clipboard, a drop or another app. */
export interface ChosenFile {
  /** The word for one that this device had no room for. */
  readonly file: Blob | 'no-room'
  /** As its picker says; a shared one has none. */
  readonly name?: string | undefined
  /** Of a shared one, which the device keeps elsewhere: called when the form has it or has refused it. */
  readonly onTaken?: (() => void) | undefined
}

/** A file in its turn; the word is for one that an earlier page has kept on the device. */
export interface WaitingFile extends Omit<ChosenFile, 'file'>, PreparingPhoto {
  readonly file: ChosenFile['file'] | 'on-device'
}

/** Why a file is not in the form. */
export interface RefusedFile {
  readonly reason: PhotoProblem | 'no-room' | 'too-many' | 'lost'
  readonly name?: string | undefined
}

/** The parts of this device that make and keep photos. */
export interface PhotoDevice {
  readonly prepare: (file: Blob) => Promise<PreparedPhoto | PhotoProblem>
  /** Keeps the two pictures on the device, in place of the file. */
  readonly keep: (id: PhotoId, prepared: PreparedPhoto) => Promise<'kept' | 'no-room'>
  /** Keeps a chosen file on the device until its pictures are; false where that cannot be. */
  readonly keepFile: (id: PhotoId, bytes: ArrayBuffer) => Promise<boolean>
  readonly readFile: (id: PhotoId) => Promise<Blob | undefined>
}

/** A page that ends while it prepares the same file again and again may end for that: the file is too much for it. */
const mostAttempts = 3

/** Keeps a file on the device, unless it was left out meanwhile; resolves to whether it is there now. */
export async function keepFile(
  device: Pick<PhotoDevice, 'keepFile'>,
  { id, file }: WaitingFile,
  isWanted: () => boolean,
): Promise<boolean> {
  if (typeof file === 'string' || file.size > photoFileLimit) return false
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes !== undefined && isWanted() && device.keepFile(id, bytes)
}

/**
 * The photo of a file, with its pictures on the device; undefined if it was left out meanwhile.
 *
 * @param kept resolves once the file is kept or cannot be
 */
export async function photoOf(
  device: PhotoDevice,
  { id, file, attempts = 0 }: WaitingFile,
  { kept, isWanted }: { readonly kept: Promise<unknown>; readonly isWanted: () => boolean },
): Promise<FormPhoto | RefusedFile['reason'] | undefined> {
  if (file === 'no-room') return file
  if (attempts >= mostAttempts) return 'failed'
  const source = file === 'on-device' ? await device.readFile(id) : file
  if (source === undefined) return 'lost'
  const prepared = await device.prepare(source).catch(() => 'failed' as const)
  // Otherwise the file would be kept in place of its pictures.
  await kept
  if (typeof prepared === 'string') return prepared
  if (!isWanted()) return undefined
  if ((await device.keep(id, prepared)) === 'no-room') return 'no-room'
  const { width, height, placeholder } = prepared
  return { id, width, height, placeholder, description: '' }
}
