import { bookPart } from '../../../../domain/book-format.ts'
import type { BookPictures } from '../../../../domain/book-pictures.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import type { PictureSize } from '../../../../domain/photo.ts'
import type { RowOf } from '../../../../domain/table-schemas.ts'
import { base64Of } from '../../../browser/base64.ts'
import { nextTask } from '../../../browser/next-task.ts'
import { pictureUrl } from './picture-url.ts'

/** Reads a photo's picture: from this device, else from the server. */
export type ReadPicture = (id: PhotoId, size: PictureSize) => Promise<Blob | 'not-here' | 'gone'>

type Photo = RowOf<'photos'>

/** A part of the file, out of the page's memory. */
export interface Leaf {
  readonly line: Blob
  readonly digest: string
}

export function leafOf(...given: Parameters<typeof bookPart>): Leaf {
  const { line, digest } = bookPart(...given)
  return { line: new Blob([line]), digest }
}

/** The photos that a file has not, or not in full. */
export interface LeftPhotos {
  /** Neither picture could be read now. */
  readonly missing: readonly Photo[]
  /** Only the preview could. */
  readonly small: readonly Photo[]
}

export interface PictureParts extends LeftPhotos {
  readonly leaves: readonly Leaf[]
  /** Each preview as an address that holds it. */
  readonly previews: ReadonlyMap<PhotoId, Blob>
  /** Those that were not deleted meanwhile. */
  readonly photos: readonly Photo[]
}

/** The parts with the pictures of some photos, of which one photo's are in memory at a time. */
export async function pictureParts(
  photos: readonly Photo[],
  read: ReadPicture,
  signal: AbortSignal,
): Promise<PictureParts> {
  const leaves: Leaf[] = []
  const previews = new Map<PhotoId, Blob>()
  const [there, missing, small]: [Photo[], Photo[], Photo[]] = [[], [], []]
  for (const photo of photos) {
    const { id } = photo
    const [preview, full] = await Promise.all([read(id, 'preview'), read(id, 'full')])
    signal.throwIfAborted()
    if (preview === 'gone' || full === 'gone') continue
    there.push(photo)
    if (preview === 'not-here') missing.push(photo)
    else {
      if (full === 'not-here') small.push(photo)
      const pictures: BookPictures = {
        photo_id: id,
        preview: base64Of(await preview.arrayBuffer()),
        ...(full === 'not-here' ? {} : { full: base64Of(await full.arrayBuffer()) }),
      }
      leaves.push(leafOf('pictures', pictures, id))
      previews.set(id, new Blob([pictureUrl(pictures.preview)]))
    }
    await nextTask()
  }
  return { leaves, previews, photos: there, missing, small }
}
