/** A photo's two pictures: `preview` for the card, `full` for the viewer. */
export const pictureSizes = ['preview', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** What a picture's bytes may be. */
export const pictureTypes = ['image/webp', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]
