import { bookPart } from '../../../../domain/book-format.ts'
import type { BookPictures } from '../../../../domain/book-pictures.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import type { PictureSize } from '../../../../domain/photo.ts'
import type { RowOf } from '../../../../domain/table-schemas.ts'
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
  /** The photos that were deleted meanwhile. */
  readonly gone: ReadonlySet<PhotoId>
}

/** The parts with the pictures of some photos, of which one photo's are in memory at a time. */
export async function pictureParts(
  photos: readonly Photo[],
  read: ReadPicture,
  signal: AbortSignal,
): Promise<PictureParts> {
  const leaves: Leaf[] = []
  const previews = new Map<PhotoId, Blob>()
  const gone = new Set<PhotoId>()
  const [missing, small]: [Photo[], Photo[]] = [[], []]
  for (const photo of photos) {
    const { id } = photo
    const [preview, full] = await Promise.all([read(id, 'preview'), read(id, 'full')])
    signal.throwIfAborted()
    if (preview === 'gone' || full === 'gone') gone.add(id)
    else if (preview === 'not-here') missing.push(photo)
    else {
      if (full === 'not-here') small.push(photo)
      const pictures: BookPictures = {
        photo_id: id,
        preview: await base64Of(preview),
        ...(full === 'not-here' ? {} : { full: await base64Of(full) }),
      }
      leaves.push(leafOf('pictures', pictures, id))
      previews.set(id, new Blob([pictureUrl(pictures.preview)]))
    }
    await nextTask()
  }
  return { leaves, previews, gone, missing, small }
}

/** Bytes that become characters at once: the arguments of one call are bounded. */
const atOnce = 0x8000

async function base64Of(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let characters = ''
  for (let from = 0; from < bytes.length; from += atOnce)
    characters += String.fromCharCode(...bytes.subarray(from, from + atOnce))
  return btoa(characters)
}
