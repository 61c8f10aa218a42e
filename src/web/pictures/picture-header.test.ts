import { expect, it } from 'vitest'
import {
  exifSegment,
  greyJpeg,
  photoFixture,
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

it.each(['quarters.jpg', 'sixteen-bit.png', 'animated.webp'])(
  'of %s it says at each length that the end is missing, and never more than is there',
  (name) => {
    const whole = photoFixture(name)
    const lengths = Array.from({ length: whole.length - 12 }, (_, index) => index + 12)
    const wholeAt = lengths.filter((length) => readHeader(whole.subarray(0, length)).isWhole)
    expect(wholeAt).toEqual([])
  },
)
