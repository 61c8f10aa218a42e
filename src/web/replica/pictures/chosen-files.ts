import type { PhotoId } from '../../../domain/ids.ts'
import type { Disk } from '../disk/disk.ts'
import { getPicture, putOwn } from '../disk/stored-pictures.ts'

/** The files that were chosen in forms. */
export type ChosenFiles = ReturnType<typeof chosenFiles>

/**
 * The files that were chosen in forms, until their photos are ready: a form goes on with them after its page has ended.
 * They lie beside the pictures that take their place (`Pictures.keep`), and go as those do.
 *
 * @param now milliseconds of the device's clock
 */
export function chosenFiles(disk: Pick<Disk, 'withPictures'>, now: () => number) {
  return {
    /** Keeps the bytes of a file. Resolves to false where that cannot be: the photo is made all the same. */
    async keep(id: PhotoId, file: ArrayBuffer): Promise<boolean> {
      return disk
        .withPictures(async (database) => putOwn(database, id, { file }, now()))
        .then(
          () => true,
          () => false,
        )
    },
    /** Undefined if it is not here. */
    async read(id: PhotoId): Promise<Blob | undefined> {
      const bytes = await disk
        .withPictures(async (database) => getPicture(database, id, 'file'))
        .catch(() => undefined)
      return bytes && new Blob([bytes])
    },
  }
}
