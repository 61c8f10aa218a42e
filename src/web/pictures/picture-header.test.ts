import { expect, it } from 'vitest'
import {
  exifSegment,
  greyJpeg,
  photoFixture,
  segment,
  withSegments,
} from '../../../tests/support/photo-files.ts'
import { readHeader } from './picture-header.ts'

it('the header says kind and size, and whether the picture lies on its side', () => {
  const jpeg = greyJpeg(8064, 6048)
  const size = { width: 8064, height: 6048 }
  expect(readHeader(jpeg)).toEqual({ kind: 'jpeg', size, isWhole: true })
  const turned = Array.from({ length: 8 }, (_, index) => {
    const { isTurned } = readHeader(withSegments(jpeg, exifSegment(index + 1)))
    return isTurned === true
  })
  expect(turned).toEqual([false, false, false, false, true, true, true, true])
  // Its picture is stored in squares.
  const heic = { kind: 'heic', size: { width: 64, height: 64 } }
  expect(readHeader(photoFixture('heic.heic'))).toMatchObject(heic)
  const small = { width: 64, height: 48 }
  for (const [name, kind] of [
    ['sixteen-bit.png', 'png'],
    ['animated.gif', 'gif'],
    ['animated.webp', 'webp'],
  ] as const)
    expect(readHeader(photoFixture(name))).toMatchObject({ kind, size: small, isWhole: true })
})

it('numbers of a TIFF in either order of bytes, a HEIC on its side and a WebP without loss are read, too', () => {
  const littleEndian = Buffer.from(
    'Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0',
    'latin1',
  )
  expect(readHeader(withSegments(greyJpeg(8, 8), segment(0xe1, littleEndian))).isTurned).toBe(true)
  const boxes = '\0\0\0\x10ftypheic\0\0\0\0ispe\0\0\0\0\0\0\0\x40\0\0\0\x30irot\x01'
  expect(readHeader(Buffer.from(boxes, 'latin1'))).toMatchObject({
    kind: 'heic',
    size: { width: 64, height: 48 },
    isTurned: true,
  })
  const sides = Buffer.alloc(4)
  sides.writeUInt32LE(63 | (47 << 14))
  const lossless = Buffer.concat([
    Buffer.from('RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f'),
    sides,
    Buffer.alloc(1),
  ])
  expect(readHeader(lossless)).toMatchObject({ size: { width: 64, height: 48 }, isWhole: true })
})

it.each(['quarters.jpg', 'sixteen-bit.png', 'animated.webp'])(
  'of %s it says at each length that the end is missing, and never more than is there',
  (name) => {
    const whole = photoFixture(name)
    const lengths = Array.from({ length: whole.length - 12 }, (_, index) => index + 12)
    const wholeAt = lengths.filter((length) => readHeader(whole.subarray(0, length)).isWhole)
    expect(wholeAt).toEqual([])
  },
)
