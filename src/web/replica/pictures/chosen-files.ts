import type { PhotoId } from '../../../domain/ids.ts'
import type { Disk } from '../disk/disk.ts'
import { getPicture, putOwn } from '../disk/stored-pictures.ts'

/**
 * The files that were chosen in forms, until their photos are ready: a form goes on with them after its page has ended.
 * They lie beside the pictures that take their place (`Pictures.keep`), and go as those do.
 */
export class ChosenFiles {
  readonly #disk: Pick<Disk, 'withPictures'>
  readonly #now: () => number

  /** @param now milliseconds of the device's clock */
  constructor(disk: Pick<Disk, 'withPictures'>, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  /** Keeps the bytes of a file. Resolves to false where that cannot be: the photo is made all the same. */
  async keep(id: PhotoId, file: ArrayBuffer): Promise<boolean> {
    const storing = this.#disk.withPictures(async (disk) => putOwn(disk, id, { file }, this.#now()))
    return storing.then(
      () => true,
      () => false,
    )
  }

  /** Undefined if it is not here. */
  async read(id: PhotoId): Promise<Blob | undefined> {
    const bytes = await this.#disk
      .withPictures(async (disk) => getPicture(disk, id, 'file'))
      .catch(() => undefined)
    return bytes && new Blob([bytes])
  }
}
