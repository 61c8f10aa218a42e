import { webpChunk, webpOf } from './photo-files.ts'

/** A WebP without loss of these sides whose content is random: a server sees no difference to a photo's picture. */
export function samplePicture(width: number, height: number, length = 200): Buffer {
  const content = Buffer.alloc(length + (length % 2))
  crypto.getRandomValues(content.subarray(0, Math.min(content.length, 60_000)))
  content[0] = 0x2f
  content.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpOf(webpChunk('VP8L', content))
}

/** The same picture with a chunk behind it that holds what no server takes: place, camera, time. */
export function withMetadata(picture: Buffer): Buffer {
  return webpOf(picture.subarray(12), webpChunk('EXIF', Buffer.from('GPS!')))
}
