import {
  fullBytesLimit,
  fullSide,
  mostSourcePixels,
  photoFileLimit,
  previewBytesLimit,
  previewSide,
} from '../../domain/limits.ts'
import { contextOf, drawSmaller, fitted, freeCanvas, type Canvas } from './canvas.ts'
import { decodePicture, isBlackInFile } from './decode-picture.ts'
import { encodeWithin, pictureType } from './encode-picture.ts'
import { readHeader, areaOf, type PictureHeader } from './picture-header.ts'
import type { PhotoProblem, PreparedPhoto } from './prepared-photo.ts'
import { encodePlaceholder, isBlack, sampleSide } from './sample.ts'

/** The longer side of the full picture, then smaller ones for a browser that draws nothing at that size. */
const sides = [fullSide, Math.round(fullSide / Math.SQRT2), fullSide / 2]

/** Makes a file ready, in the thread that calls it. Rejects only for reasons that are not the file's. */
export async function makePhoto(file: Blob): Promise<PreparedPhoto | PhotoProblem> {
  if (file.size === 0) return 'empty'
  if (file.size > photoFileLimit) return 'too-large'
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return 'unreadable'
  const header = readHeader(new Uint8Array(bytes))
  const problem = problemOf(header)
  if (problem !== undefined) return problem
  for (const side of sides) {
    const bitmap = await decodePicture(file, header, side)
    if (typeof bitmap === 'string') return bitmap
    const full = drawSmaller(bitmap, fitted(bitmap, side))
    bitmap.close()
    const photo = await photoOf(full, file)
    freeCanvas(full)
    if (photo !== 'black') return photo
  }
  return 'black'
}

function problemOf({ kind, size, isWhole }: PictureHeader): PhotoProblem | undefined {
  if (kind === 'vector') return 'vector'
  if (kind === 'document') return 'unreadable'
  if (!isWhole) return 'cut-off'
  return size !== undefined && areaOf(size) > mostSourcePixels ? 'too-many-pixels' : undefined
}

async function photoOf(full: Canvas, file: Blob): Promise<PreparedPhoto | 'black'> {
  const preview = drawSmaller(full, fitted(full, previewSide))
  if (isBlack(sampleOf(preview)) && !(await isBlackInFile(file))) return 'black'
  if ((await pictureType()) === 'image/jpeg')
    for (const canvas of [full, preview]) paintWhiteBehind(canvas)
  const placeholder = encodePlaceholder(sampleOf(preview))
  const { size, bytes } = await encodeWithin(full, { limit: fullBytesLimit, quality: 0.8 })
  const small = await encodeWithin(preview, { limit: previewBytesLimit, quality: 0.75 })
  freeCanvas(preview)
  return { ...size, placeholder, preview: small.bytes, full: bytes }
}

function sampleOf(canvas: Canvas): ImageData {
  const size = fitted(canvas, sampleSide)
  const sample = drawSmaller(canvas, size)
  return contextOf(sample).getImageData(0, 0, size.width, size.height)
}

function paintWhiteBehind(canvas: Canvas): void {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
}
