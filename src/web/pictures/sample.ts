import { rgbaToThumbHash } from 'thumbhash'

/** The longer side of the small picture of which the placeholder is made. */
export const sampleSide = 64

/** As nothing but black, or nothing at all: what a browser leaves that could not draw. */
export function isBlack({ data }: ImageData): boolean {
  return data.every((value, index) => index % 4 === 3 || value <= 2)
}

/** Base64 of its ThumbHash. */
export function encodePlaceholder({ width, height, data }: ImageData): string {
  return btoa(String.fromCharCode(...rgbaToThumbHash(width, height, data)))
}
