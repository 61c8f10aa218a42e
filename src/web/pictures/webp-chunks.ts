import { littleEndian, textAt } from './byte-reader.ts'

export interface WebpChunk {
  readonly name: string
  readonly data: Uint8Array
}

export function isWebp(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP'
}

/** The chunks of a WebP file that are whole, up to the end that its header names. */
export function webpChunks(bytes: Uint8Array): WebpChunk[] {
  const chunks: WebpChunk[] = []
  const end = Math.min(bytes.length, 8 + littleEndian(bytes, 4, 4))
  let at = 12
  while (isWebp(bytes) && at + 8 <= end) {
    const length = littleEndian(bytes, at + 4, 4)
    if (at + 8 + length > end) break
    chunks.push({ name: textAt(bytes, at, 4), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}
