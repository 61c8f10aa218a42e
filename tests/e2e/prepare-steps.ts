import type { PhotoProblem } from '../../src/web/pictures/prepared-photo.ts'
import type { RoomWindow } from '../support/photo-room-page.ts'

/** A photo that was made of a file, as a test looks at it. */
export interface Made {
  readonly width: number
  readonly height: number
  readonly previewSize: readonly [number, number]
  /** Red, green, blue and opacity in the middle of each quarter: above from left to right, then below. */
  readonly quarters: readonly (readonly number[])[]
  /** Of both pictures, a character for each byte. */
  readonly bytes: { readonly full: string; readonly preview: string }
  /** The size at which the placeholder is drawn. */
  readonly placeholderSize: readonly [number, number]
}

/** Runs in the page of the room: makes a file of `/files/` ready, and reads the pictures again. */
export async function makeReady(name: string): Promise<Made | PhotoProblem> {
  const { room } = globalThis as unknown as RoomWindow
  const file = await (await fetch(`/files/${encodeURIComponent(name)}`)).blob()
  const made = await room.preparePhoto(file)
  if (typeof made === 'string') return made
  const textOf = (bytes: ArrayBuffer) =>
    Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  const full = await createImageBitmap(new Blob([made.full]))
  const preview = await createImageBitmap(new Blob([made.preview]))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: full.width,
    height: full.height,
  })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(full, 0, 0)
  const colourAt = (x: number, y: number) => [
    ...context.getImageData(Math.floor(full.width * x), Math.floor(full.height * y), 1, 1).data,
  ]
  const placeholder = new Image()
  placeholder.src = room.placeholderUrl(made.placeholder)
  await placeholder.decode()
  return {
    width: full.width === made.width ? made.width : -1,
    height: full.height === made.height ? made.height : -1,
    previewSize: [preview.width, preview.height],
    quarters: [
      colourAt(0.25, 0.25),
      colourAt(0.75, 0.25),
      colourAt(0.25, 0.75),
      colourAt(0.75, 0.75),
    ],
    bytes: { full: textOf(made.full), preview: textOf(made.preview) },
    placeholderSize: [placeholder.width, placeholder.height],
  }
}
