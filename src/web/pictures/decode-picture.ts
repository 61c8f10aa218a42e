import { contextOf, makeCanvas } from './canvas.ts'
import { areaOf, type PictureHeader } from './picture-header.ts'
import type { PhotoProblem } from './prepared-photo.ts'
import { isBlack } from './sample.ts'
import { fullSide } from '../../domain/limits.ts'

/** iPhones draw nothing where a picture in memory has more pixels. */
const mostPixelsInMemory = 16_777_216

/**
 * The picture upright, its first one if it is animated. One with too many pixels is made smaller while it is decoded;
 * so is one of which a smaller side is wanted. No option asks for upright: that is what browsers do without one, and
 * older ones reject the word.
 */
export async function decodePicture(
  file: Blob,
  header: PictureHeader,
  side: number,
): Promise<ImageBitmap | PhotoProblem> {
  const isLarge = header.size !== undefined && areaOf(header.size) > mostPixelsInMemory
  const options = isLarge || side < fullSide ? resizeTo(header, side) : undefined
  try {
    return await (options === undefined
      ? createImageBitmap(file)
      : createImageBitmap(file, options))
  } catch {
    if (header.kind === 'heic') return 'heic'
    return isLarge ? 'too-many-pixels' : 'unreadable'
  }
}

/** By the shorter side, which in a picture that is turned another way than expected makes it smaller, never larger. */
function resizeTo({ size, isTurned }: PictureHeader, side: number): ImageBitmapOptions | undefined {
  if (size === undefined) return undefined
  const [width, height] = isTurned === true ? [size.height, size.width] : [size.width, size.height]
  const scale = side / Math.max(width, height)
  if (scale >= 1) return undefined
  const shorter = Math.max(1, Math.round(Math.min(width, height) * scale))
  return { resizeQuality: 'high', [width < height ? 'resizeWidth' : 'resizeHeight']: shorter }
}

/** Whether the source itself is black, by a second decoding to a size that no browser fails at. */
export async function isBlackInFile(file: Blob): Promise<boolean> {
  const side = 32
  const size = { width: side, height: side }
  const bitmap = await createImageBitmap(file, { resizeWidth: side, resizeHeight: side })
  const context = contextOf(makeCanvas(size))
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return isBlack(context.getImageData(0, 0, side, side))
}
