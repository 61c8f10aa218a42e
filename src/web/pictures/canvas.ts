export type Canvas = OffscreenCanvas | HTMLCanvasElement
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

export interface Size {
  readonly width: number
  readonly height: number
}

/** A canvas of the screen where there is none beside it. */
export function makeCanvas({ width, height }: Size): Canvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

/**
 * Throws where the browser has no memory left for it. Drawn by the processor, which reads it again at once to encode
 * it; a graphics processor has narrower limits.
 */
export function contextOf(canvas: Canvas): Context {
  const context = canvas.getContext('2d', { colorSpace: 'srgb', willReadFrequently: true })
  if (context === null || !('drawImage' in context)) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  return context
}

/** iPhones keep the memory of a canvas for a while after it is gone, unless it has become small. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 0
  canvas.height = 0
}

/** The encoded canvas. Its type may be another one than the requested. */
export async function encodeCanvas(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (blob === null) throw new Error('not encoded')
  return blob
}

/** The size at which the longer side has at most `side` pixels, and the shorter at least one. */
export function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

/**
 * The source on a canvas of its own, made smaller. By halves at first: a browser that mixes only the nearest pixels
 * would leave out most of the others.
 */
export function drawSmaller(source: ImageBitmap | Canvas, size: Size): Canvas {
  const isFarLarger = source.width > size.width * 2 && source.height > size.height * 2
  const from = isFarLarger
    ? drawSmaller(source, { width: size.width * 2, height: size.height * 2 })
    : source
  const canvas = makeCanvas(size)
  contextOf(canvas).drawImage(from, 0, 0, size.width, size.height)
  if (from !== source) freeCanvas(from as Canvas)
  return canvas
}
