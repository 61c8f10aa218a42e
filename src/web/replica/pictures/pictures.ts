import type { PhotoId } from '../../../domain/ids.ts'
import { picturesKept } from '../../../domain/limits.ts'
import { pictureSizes, type PictureSize } from '../../../domain/photo.ts'
import type { Calls } from '../../backend/calls.ts'
import type { CopyDatabase, PictureFacts } from '../disk/schema.ts'
import { storageFaultOf } from '../disk/storage-error.ts'
import {
  deletePictures,
  getPicture,
  idsIn,
  noteSeen,
  putOwn,
  putReadPicture,
  readFacts,
  removePictures,
  type PhotoPictures,
  type PictureNeeds,
} from '../disk/stored-pictures.ts'
import { isFilled } from '../memory/journal-state.ts'
import type { Store } from '../store/store.ts'
import { seenPictures } from './seen-pictures.ts'
import { picturesToDelete, type Bytes } from './to-delete.ts'
import { Turns } from './turns.ts'

export interface PicturesOptions {
  readonly store: Store
  readonly calls: Pick<Calls, 'readPicture'>
  /** Milliseconds of the device's clock. */
  readonly now: () => number
  /** Texts that a form holds and the copy does not yet; they may name photos. */
  readonly unstoredTexts: () => unknown
  /** Bytes kept of each size; those of the specification unless given. */
  readonly kept?: Readonly<Record<PictureSize, number>>
}

/** Pictures of a form are stored a moment before its draft names them, in milliseconds; a frozen page needs longer. */
const unnamedAtMost = 3_600_000

/** Pictures that are read side by side at most, of the disk and of the server each, so that text has room beside them. */
const mostReads = 4

/**
 * The pictures of photos that this device keeps: those that wait to be sent, which never go by themselves, and those that
 * were looked at. A picture that is not here comes from the server, and leaves with its photo (`disk/write-changes`).
 */
export class Pictures {
  readonly #options: PicturesOptions
  /** Pictures that a device without storage cannot keep: the page has them. */
  readonly #unstored = new Map<PhotoId, PhotoPictures>()
  readonly #reads = new Turns(mostReads)
  readonly #downloads = new Turns(mostReads)
  readonly #noteSeen = seenPictures(async (keys) =>
    this.#onDisk(async (disk) => noteSeen(disk, keys, this.#options.now())),
  )
  #bytes: Bytes = { preview: 0, full: 0, file: 0 }
  readonly #kept: Readonly<Record<PictureSize, number>>
  readonly stop: () => void
  #wasFilled = false

  constructor(options: PicturesOptions) {
    this.#options = options
    this.#kept = options.kept ?? picturesKept
    const { memory } = options.store
    this.stop = memory.subscribe(() => {
      const filled = isFilled(memory.state())
      if (filled && !this.#wasFilled) void this.#tidy()
      this.#wasFilled = filled
    })
  }

  /** Keeps the pictures of a photo that a form has made, before its draft names it. */
  async keep(id: PhotoId, { preview, full }: PhotoPictures): Promise<'kept' | 'no-room'> {
    const pictures = { preview, full }
    const storing = async () =>
      this.#onDisk(async (disk) => putOwn(disk, id, pictures, this.#options.now()))
    try {
      await storing().catch(async (cause: unknown) => {
        if (storageFaultOf(cause) !== 'full') throw cause
        // Pictures that the server has make room for one that it has not.
        await this.empty()
        return storing()
      })
    } catch (cause) {
      if (storageFaultOf(cause) === 'full') return 'no-room'
      this.#unstored.set(id, pictures)
    }
    return 'kept'
  }

  /** Removes the pictures of a photo that a form has taken out again. */
  async discard(id: PhotoId): Promise<void> {
    this.#unstored.delete(id)
    if (this.#options.store.memory.rows('unsentPhotos').has(id)) return
    await this.#onDisk(async (disk) => removePictures(disk, id)).catch(() => undefined)
  }

  /** Both pictures of a photo that waits; undefined if they are not here any more. */
  async both(id: PhotoId): Promise<PhotoPictures | undefined> {
    const [preview, full] = await Promise.all(
      pictureSizes.map(async (size) => this.#held(id, size)),
    )
    return preview === undefined || full === undefined ? undefined : { preview, full }
  }

  /**
   * Reads a picture: from this device, or else from the server. `not-here`: there is no way to it now; `gone`: there is no
   * such photo for this person.
   *
   * @param signal ends what has not begun to be read
   */
  async read(id: PhotoId, size: PictureSize, signal?: AbortSignal) {
    const key = `${id} ${size}`
    const held = await this.#reads.run(key, async () => this.#held(id, size), signal)
    if (held !== undefined) {
      void this.#noteSeen([id, size])
      return blobOf(held)
    }
    if (!this.#hasRow(id)) return this.#options.store.memory.state().isWhole ? 'gone' : 'not-here'
    const read = await this.#downloads.run(key, async () => this.#download(id, size), signal)
    return read ?? 'not-here'
  }

  /** How much of this device pictures take. */
  async usage(): Promise<{ readonly bytes: number; readonly photos: number }> {
    const facts = await this.#onDisk(readFacts).catch(() => [])
    const bytes = facts.reduce((sum, { length }) => sum + length, 0)
    return { bytes, photos: new Set(facts.map(({ photoId }) => photoId)).size }
  }

  /** Removes all pictures but those that wait to be sent. */
  async empty(): Promise<void> {
    await this.#delete(({ facts, named }) =>
      facts.filter((picture) => !named.has(picture.photoId) && !this.#isNew(picture)),
    )
  }

  async #held(id: PhotoId, size: PictureSize): Promise<ArrayBuffer | undefined> {
    const unstored = this.#unstored.get(id)?.[size]
    return (
      unstored ?? this.#onDisk(async (disk) => getPicture(disk, id, size)).catch(() => undefined)
    )
  }

  async #download(id: PhotoId, size: PictureSize): Promise<Blob | 'not-here' | 'gone'> {
    const answer = await this.#options.calls.readPicture(id, size)
    if (!answer.ok) return 'not-here'
    const bytes = answer.value
    if (bytes === undefined) return 'gone'
    const picture = { photoId: id, size, bytes }
    const isStored = await this.#onDisk(async (disk) =>
      putReadPicture(disk, picture, this.#options.now()),
    ).catch(() => false)
    if (isStored) this.#count(size, bytes.byteLength)
    return this.#hasRow(id) ? blobOf(bytes) : 'gone'
  }

  #hasRow(id: PhotoId): boolean {
    return this.#options.store.memory.rows('photos').has(id)
  }

  #count(size: PictureSize, added: number): void {
    this.#bytes[size] += added
    if (this.#bytes[size] > this.#kept[size]) void this.#tidy()
  }

  /** Removes pictures of photos that are gone, and beyond the limits those that were seen longest ago. */
  async #tidy(): Promise<void> {
    const mayBeGone = isFilled(this.#options.store.memory.state())
    await this.#delete((needs) => {
      const known = { ...needs, isNew: (picture: PictureFacts) => this.#isNew(picture) }
      const { gone, bytes } = picturesToDelete(known, this.#kept, mayBeGone)
      this.#bytes = bytes
      return gone
    })
  }

  /** True for one whose form may not have stored its draft yet. */
  #isNew({ isOwn, seenAt, photoId }: PictureFacts): boolean {
    return isOwn && !this.#hasRow(photoId) && Math.abs(this.#options.now() - seenAt) < unnamedAtMost
  }

  async #delete(choose: (needs: PictureNeeds) => readonly PictureFacts[]): Promise<void> {
    const texts = idsIn(this.#options.unstoredTexts())
    await this.#onDisk(async (disk) =>
      deletePictures(disk, (needs) =>
        choose({ ...needs, named: new Set([...needs.named, ...texts]) }),
      ),
    ).catch(() => undefined)
  }

  async #onDisk<Value>(work: (database: CopyDatabase) => Promise<Value>): Promise<Value> {
    return this.#options.store.disk.withPictures(work)
  }
}

/** The picture with its type, which its first bytes say. */
function blobOf(bytes: ArrayBuffer): Blob {
  const [first] = new Uint8Array(bytes, 0, Math.min(1, bytes.byteLength))
  return new Blob([bytes], { type: first === 0xff ? 'image/jpeg' : 'image/webp' })
}
