import { bigEndian, littleEndian, textAt } from './byte-reader.ts'
import { isFrame, jpegMarker, jpegSegments } from './jpeg-segments.ts'
import { isWebp, webpChunks } from './webp-chunks.ts'

/** The facts about a picture that its file states, read before it is decoded. */
export interface PictureHeader {
  readonly kind: 'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'vector' | 'document' | 'other'
  /** The size that is stored, before the picture is turned upright; absent where the kind does not say it. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Whether width and height change places as it is turned upright. */
  readonly isTurned?: boolean
  /** False if the end of the file is missing. */
  readonly isWhole: boolean
}

export function readHeader(bytes: Uint8Array): PictureHeader {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegHeader(bytes)
  if (textAt(bytes, 1, 3) === 'PNG') return pngHeader(bytes)
  if (isWebp(bytes)) return webpHeader(bytes)
  if (textAt(bytes, 0, 3) === 'GIF') {
    const size = { width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) }
    return { kind: 'gif', size, isWhole: true }
  }
  if (textAt(bytes, 4, 4) === 'ftyp') return boxHeader(bytes)
  if (textAt(bytes, 0, 5) === '%PDF-') return { kind: 'document', isWhole: true }
  return { kind: isVector(bytes) ? 'vector' : 'other', isWhole: true }
}

function jpegHeader(bytes: Uint8Array): PictureHeader {
  let found: Partial<PictureHeader> = {}
  let isWhole = false
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (isFrame(marker)) {
      const size = {
        width: bigEndian(bytes, start + 7, 2),
        height: bigEndian(bytes, start + 5, 2),
      }
      found = { ...found, size }
    }
    if (marker === jpegMarker.app1 && textAt(bytes, start + 4, 6) === 'Exif\0\0')
      found = { ...found, isTurned: exifOrientation(bytes.subarray(start + 10, end)) >= 5 }
    isWhole = marker === jpegMarker.end
  }
  return { kind: 'jpeg', ...found, isWhole }
}

/** 1 to 8; from 5 on the picture lies on its side. */
function exifOrientation(tiff: Uint8Array): number {
  const read = textAt(tiff, 0, 2) === 'II' ? littleEndian : bigEndian
  const first = read(tiff, 4, 4)
  const count = Math.min(read(tiff, first, 2), 1000)
  for (let at = first + 2; at < first + 2 + count * 12; at += 12)
    if (read(tiff, at, 2) === 0x0112) return read(tiff, at + 8, 2)
  return 1
}

function pngHeader(bytes: Uint8Array): PictureHeader {
  const size = { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) }
  let at = 8
  while (at < bytes.length && textAt(bytes, at + 4, 4) !== 'IEND')
    at += 12 + bigEndian(bytes, at, 4)
  return { kind: 'png', size, isWhole: at + 12 <= bytes.length }
}

function webpHeader(bytes: Uint8Array): PictureHeader {
  const isWhole = 8 + littleEndian(bytes, 4, 4) <= bytes.length
  const size = webpSize(bytes)
  return size === undefined ? { kind: 'webp', isWhole } : { kind: 'webp', size, isWhole }
}

function webpSize(bytes: Uint8Array): PictureHeader['size'] {
  const [first] = webpChunks(bytes)
  if (first?.name === 'VP8X')
    return { width: littleEndian(first.data, 4, 3) + 1, height: littleEndian(first.data, 7, 3) + 1 }
  if (first?.name === 'VP8 ')
    return {
      width: littleEndian(first.data, 6, 2) & 0x3fff,
      height: littleEndian(first.data, 8, 2) & 0x3fff,
    }
  if (first?.name !== 'VP8L') return undefined
  const sides = littleEndian(first.data, 1, 4)
  return { width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 }
}

const heicBrands = /hei[cxms]|hev[cxms]/

/** HEIC and AVIF: boxes, of which the largest size is the whole picture's, the others those of tiles and thumbnails. */
function boxHeader(bytes: Uint8Array): PictureHeader {
  const brands = textAt(bytes, 8, Math.min(bigEndian(bytes, 0, 4), 128) - 8)
  const kind = heicBrands.test(brands) ? 'heic' : 'other'
  const start = textAt(bytes, 0, Math.min(bytes.length, 65_536))
  const sizes = [...start.matchAll(/ispe/g)].map(({ index }) => ({
    width: bigEndian(bytes, index + 8, 4),
    height: bigEndian(bytes, index + 12, 4),
  }))
  const [size] = sizes.toSorted((one, other) => areaOf(other) - areaOf(one))
  if (size === undefined) return { kind, isWhole: true }
  const turned = start.indexOf('irot')
  return {
    kind,
    size,
    isTurned: turned !== -1 && (bytes[turned + 4] ?? 0) % 2 === 1,
    isWhole: true,
  }
}

export function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height
}

function isVector(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 2048))
  return /^\s*</.test(start) && /<svg[\s>]/i.test(start)
}
