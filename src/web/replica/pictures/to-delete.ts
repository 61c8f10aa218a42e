import type { PictureSize } from '../../../domain/photo.ts'
import type { PictureFacts, StoredSize } from '../disk/schema.ts'
import type { PictureNeeds } from '../disk/stored-pictures.ts'

interface Known extends PictureNeeds {
  /** True for one whose form may not have stored its draft yet. */
  readonly isNew: (picture: PictureFacts) => boolean
}

/** The bytes on the device of each size. */
export type Bytes = Record<StoredSize, number>

/**
 * The pictures that go by themselves: those of no photo, and beyond the limits those that were seen longest ago; none
 * that drafts or photos that wait name.
 *
 * @param mayBeGone false while a photo may be missing in the copy that the server has
 * @returns with them the bytes that stay
 */
export function picturesToDelete(
  { facts, photos, named, isNew }: Known,
  kept: Readonly<Record<PictureSize, number>>,
  mayBeGone: boolean,
): { readonly gone: readonly PictureFacts[]; readonly bytes: Bytes } {
  const bytes: Bytes = { preview: 0, full: 0, file: 0 }
  for (const { size, length } of facts) bytes[size] += length
  const inOrder = facts.toSorted((one, other) => one.seenAt - other.seenAt)
  const mayGo = inOrder.filter((picture) => !named.has(picture.photoId) && !isNew(picture))
  const isOrphan = ({ photoId }: PictureFacts) => mayBeGone && !photos.has(photoId)
  const gone = mayGo.filter(isOrphan)
  for (const { size, length } of gone) bytes[size] -= length
  for (const picture of mayGo) {
    const { size, length } = picture
    if (size === 'file' || isOrphan(picture) || bytes[size] <= kept[size]) continue
    gone.push(picture)
    bytes[size] -= length
  }
  return { gone, bytes }
}
