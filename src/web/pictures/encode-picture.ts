import {
  contextOf,
  drawSmaller,
  encodeCanvas,
  fitted,
  freeCanvas,
  makeCanvas,
  type Canvas,
  type Size,
} from './canvas.ts'
import type { PictureType } from '../../domain/photo.ts'
import { clearPicture } from './clear-picture.ts'

let known: PictureType | undefined

/** WebP where the browser can: WebKit answers a request for it with a large PNG, and without an error. */
export async function pictureType(): Promise<PictureType> {
  if (known === undefined) {
    const pixel = makeCanvas({ width: 1, height: 1 })
    contextOf(pixel)
    const tried = await encodeCanvas(pixel, 'image/webp', 1)
    known = tried.type === 'image/webp' ? 'image/webp' : 'image/jpeg'
  }
  return known
}

/** How much is taken off the quality, one step after the other. */
const steps = [0, 0.15, 0.3, 0.45]

interface Encoded {
  readonly size: Size
  readonly bytes: ArrayBuffer
}

/** The picture, cleared of metadata, within a limit of bytes: of lower quality where it must be, then smaller. */
export async function encodeWithin(
  canvas: Canvas,
  { limit, quality }: { limit: number; quality: number },
): Promise<Encoded> {
  const size = { width: canvas.width, height: canvas.height }
  for (const step of steps) {
    const bytes = await encode(canvas, quality - step)
    if (bytes.byteLength <= limit) return { size, bytes }
  }
  const smaller = drawSmaller(canvas, fitted(size, 0.75 * Math.max(size.width, size.height)))
  const encoded = await encodeWithin(smaller, { limit, quality })
  freeCanvas(smaller)
  return encoded
}

async function encode(canvas: Canvas, quality: number): Promise<ArrayBuffer> {
  const blob = await encodeCanvas(canvas, await pictureType(), quality)
  const bytes = clearPicture(new Uint8Array(await blob.arrayBuffer()))
  if (bytes === undefined) throw new Error('not the type that was asked for')
  return bytes.buffer
}
