import * as v from 'valibot'
import { uuidSchema, type PhotoId } from './ids.ts'
import { fullBytesLimit, previewBytesLimit } from './limits.ts'

/** Base64 of a bounded number of bytes. */
function base64(most: number) {
  return v.pipe(
    v.string(),
    v.maxLength(4 * Math.ceil(most / 3)),
    v.check((text) => text.length % 4 === 0 && /^[\d+/A-Za-z]+={0,2}$/.test(text)),
  )
}

/** The pictures of a photo in a file. Without the full one if only the preview could be read when the file was made. */
export const bookPicturesSchema = v.object({
  photo_id: uuidSchema<PhotoId>(),
  preview: base64(previewBytesLimit),
  full: v.exactOptional(base64(fullBytesLimit)),
})
export type BookPictures = v.InferOutput<typeof bookPicturesSchema>

/** The most photos of a file: each is a part of it. */
export const mostBookPhotos = 5000

/** The bytes that a photo takes in a file at most: both its pictures as base64, and the preview once more, to be seen without scripts. */
export function mostBookBytes({ bytes }: { readonly bytes: number }): number {
  return 4 * Math.ceil((bytes + previewBytesLimit) / 3) + 2000
}

/** About the bytes that photos take in files. */
export function aboutBookBytes(photos: readonly { readonly bytes: number }[]): number {
  return photos.reduce((sum, { bytes }) => sum + bytes * 1.5, 0)
}
