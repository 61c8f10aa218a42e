import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../fixtures/photos/', import.meta.url))

/** A file of `tests/fixtures/photos`. */
export function photoFixture(name: string): Buffer {
  return readFileSync(folder + name)
}

/** A place, as cameras and programs write it into a photo's file. */
export const plantedText = 'PLANTED 48.2082N 16.3738E'

/** A JPEG with further segments behind its first two bytes. */
export function withSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WebP of these chunks. */
export function webpOf(...chunks: readonly Uint8Array[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

/** The first chunk of a WebP with more than a picture: which features it says it has, and its canvas. */
export function webpCanvas(features: number, width: number, height: number): Buffer {
  const content = Buffer.alloc(10)
  content[0] = features
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', content)
}

/** Place and camera as EXIF, XMP and IPTC say them, and a comment. */
export function plantedSegments(): Buffer[] {
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="${plantedText}"/>`
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x1c\x1c\x02\x5a\0\x19${plantedText}`
  return [
    segment(0xe1, Buffer.from(xmp, 'latin1')),
    segment(0xed, Buffer.from(iptc, 'latin1')),
    segment(0xfe, Buffer.from(plantedText)),
  ]
}

/** EXIF with the orientation, 1 to 8, and the text as a place. */
export function exifSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  // The orientation, a short number.
  tiff.writeUInt32BE(0x0112_0003, 10)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  // A description behind the directory.
  tiff.writeUInt32BE(0x010e_0002, 22)
  tiff.writeUInt32BE(plantedText.length, 26)
  tiff.writeUInt32BE(38, 30)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(plantedText)]))
}

/** A grey JPEG of any size, in two bits for each square of eight pixels. */
export function greyJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  // One code of one bit: no difference to the square before, or nothing more in this one.
  const codes = (id: number) => Buffer.from([id, 1, ...Array.from({ length: 15 }, () => 0), 0])
  const squares = Math.ceil(width / 8) * Math.ceil(height / 8)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 1)])),
    segment(0xc0, frame),
    segment(0xc4, codes(0x00)),
    segment(0xc4, codes(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(Math.ceil(squares / 4)),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A bitmap without compression, each byte of its pixels by its number. */
export function bitmapFile(width: number, height: number, byteAt: (nth: number) => number): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeUInt32LE(width, 18)
  head.writeUInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  // Rows are of multiples of four bytes.
  const pixels = Buffer.alloc(Math.ceil((width * 3) / 4) * 4 * height)
  for (let nth = 0; nth < pixels.length; nth++) pixels[nth] = byteAt(nth)
  return Buffer.concat([head, pixels])
}

/** A JPEG of this length with these bytes, again and again, at the end of its data. */
export function jpegOf(picture: Buffer, length: number, bytes: readonly number[]): Buffer {
  const data = Buffer.alloc(length - picture.length, Buffer.from(bytes))
  return Buffer.concat([
    picture.subarray(0, -2),
    data.fill(0, data.length - 2),
    picture.subarray(-2),
  ])
}

/** The same, in which each FF is followed by 00, as in large ones. */
export function largeJpeg(picture: Buffer, length: number): Buffer {
  return jpegOf(picture, length, [...Array(256).keys()])
}
