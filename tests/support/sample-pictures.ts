/** A WebP without loss of these sides whose content is random: a server sees no difference to a photo's picture. */
export function samplePicture(width: number, height: number, length = 200): Buffer {
  const content = Buffer.alloc(length + (length % 2))
  crypto.getRandomValues(content.subarray(0, Math.min(content.length, 60_000)))
  content[0] = 0x2f
  content.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const chunk = Buffer.concat([Buffer.from('VP8L'), littleEndian(content.length), content])
  return riff(chunk)
}

/** The same picture with a chunk behind it that holds what no server takes: place, camera, time. */
export function withMetadata(picture: Buffer): Buffer {
  const exif = Buffer.concat([Buffer.from('EXIF'), littleEndian(4), Buffer.from('GPS!')])
  return riff(Buffer.concat([picture.subarray(12), exif]))
}

function riff(chunks: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('RIFF'),
    littleEndian(chunks.length + 4),
    Buffer.from('WEBP'),
    chunks,
  ])
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
