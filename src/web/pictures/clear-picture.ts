import { textAt } from './byte-reader.ts'
import { isFrame, jpegMarker, jpegSegments } from './jpeg-segments.ts'
import { webpChunks, type WebpChunk } from './webp-chunks.ts'

/**
 * The same picture without anything but the picture: only the parts remain that a decoder needs, so no place, camera,
 * colour profile, comment or text that follows the end. Browsers put such into what they encode (Safari an APP1).
 * `undefined` for anything else than a JPEG or a WebP of one picture. The server refuses what has more.
 */
export function clearPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return clearJpeg(bytes)
  return clearWebp(bytes)
}

/** Tables for quantization, Huffman codes and restarts, and scans; those of arithmetic coding no browser writes. */
const neededInJpeg = new Set([0xdb, 0xc4, 0xdd, jpegMarker.startOfScan, jpegMarker.end])

function clearJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const parts = [bytes.subarray(0, 2)]
  let last = 0
  for (const { marker, start, end } of jpegSegments(bytes)) {
    const part = bytes.subarray(start, end)
    if (neededInJpeg.has(marker) || isFrame(marker) || isPlainJfif(marker, part)) parts.push(part)
    last = marker
  }
  return last === jpegMarker.end ? joined(parts) : undefined
}

/** The header of a JFIF file; a longer one holds a second, small picture. */
function isPlainJfif(marker: number, part: Uint8Array): boolean {
  return marker === jpegMarker.app0 && part.length === 18 && textAt(part, 4, 5) === 'JFIF\0'
}

function clearWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const chunks = webpChunks(bytes)
  const image = chunks.find(({ name }) => name === 'VP8 ' || name === 'VP8L')
  if (image === undefined) return undefined
  const features = chunks.find(({ name, data }) => name === 'VP8X' && data.length === 10)
  const alpha = chunks.find(({ name }) => name === 'ALPH')
  if (features === undefined || alpha === undefined || image.name === 'VP8L') return riff([image])
  // Of the features only transparency remains, no profile, metadata or animation.
  const only = Uint8Array.of(0x10, 0, 0, 0, ...features.data.subarray(4))
  return riff([{ name: 'VP8X', data: only }, alpha, image])
}

function riff(chunks: readonly WebpChunk[]): Uint8Array<ArrayBuffer> {
  const body = chunks.flatMap(({ name, data }) => [
    asciiOf(name),
    inLittleEndian(data.length),
    data,
    new Uint8Array(data.length % 2),
  ])
  const length = 4 + body.reduce((sum, part) => sum + part.length, 0)
  return joined([asciiOf('RIFF'), inLittleEndian(length), asciiOf('WEBP'), ...body])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function inLittleEndian(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24)
}

function asciiOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
