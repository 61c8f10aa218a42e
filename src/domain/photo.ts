import { leastPhotoRate } from './limits.ts'

/** A photo's two pictures: `preview` for the card, `full` for the viewer. */
export const pictureSizes = ['preview', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** The types that a picture may have. */
export const pictureTypes = ['image/webp', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

/** Besides the bytes, in milliseconds: the connection, and the server's own work. */
const atLeast = 20_000

/** How long a request that carries these bytes of a photo may take, in milliseconds: a slow one ends by its rate. */
export function longestTransfer(bytes: number): number {
  return atLeast + (bytes / leastPhotoRate) * 1000
}
