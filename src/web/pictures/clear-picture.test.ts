import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  greyJpeg,
  photoFixture,
  plantedText,
  segment,
  webpCanvas,
  webpChunk,
  webpOf,
  withSegments,
} from '../../../tests/support/photo-files.ts'
import { clearPicture } from './clear-picture.ts'

const planted = Buffer.from(plantedText)

const image = webpChunk('VP8 ', Buffer.from('the picture'))
const alpha = webpChunk('ALPH', Buffer.from('alpha'))
const profile = webpChunk('ICCP', planted)
const features = (flags: number) => webpCanvas(flags, 64, 48)

describe('a JPEG', () => {
  const plain = photoFixture('quarters.jpg')
  const noise = fc.constantFrom(...Array.from({ length: 15 }, (_, nth) => 0xe0 + nth), 0xfe, 0xf0)
  const anyBytes = fc.uint8Array({ maxLength: 300 })
  const content = anyBytes.map((bytes) => Buffer.concat([bytes, planted, bytes]))

  it('loses every segment that draws nothing, with any content and in any place, and what follows the end', () => {
    const places = segmentStarts(plain)
    const anySegments = fc.array(fc.tuple(noise, content, fc.constantFrom(...places)))
    fc.assert(
      fc.property(anySegments, fc.nat(3), content, (added, fills, after) => {
        const parts = places.flatMap((place, index) => [
          ...added.flatMap(([marker, bytes, at]) => (at === place ? [segment(marker, bytes)] : [])),
          Buffer.alloc(index === 0 ? 0 : fills, 0xff),
          plain.subarray(place, places[index + 1]),
        ])
        const given = Buffer.concat([plain.subarray(0, 2), ...parts, after])
        expect(Buffer.from(clearPicture(given) ?? []).equals(plain)).toBe(true)
      }),
    )
  })

  it('keeps no header with a second picture in it', () => {
    const withThumbnail = segment(0xe0, Buffer.concat([Buffer.from('JFIF\0'), planted, planted]))
    const cleared = clearPicture(withSegments(plain, withThumbnail)) ?? []
    expect(Buffer.from(cleared).includes(planted)).toBe(false)
  })

  it('of which the end is missing is none', () => {
    expect(clearPicture(plain.subarray(0, -2))).toBeUndefined()
    expect(clearPicture(greyJpeg(64, 48))).toBeDefined()
  })
})

describe('a WebP', () => {
  it('keeps its picture alone, in the simple form', () => {
    const others = ['EXIF', 'XMP ', 'note'].map((name) => webpChunk(name, planted))
    const given = webpOf(features(0x2c), profile, image, ...others)
    expect(clearPicture(Buffer.concat([given, planted]))).toEqual(Uint8Array.from(webpOf(image)))
  })

  it('keeps what is transparent, and says so alone of its features', () => {
    const given = webpOf(features(0x3c), profile, alpha, image, webpChunk('EXIF', planted))
    expect(clearPicture(given)).toEqual(Uint8Array.from(webpOf(features(0x10), alpha, image)))
  })

  it('that moves is none, as is any other kind of file', () => {
    expect(clearPicture(photoFixture('animated.webp'))).toBeUndefined()
    expect(clearPicture(photoFixture('animated.gif'))).toBeUndefined()
    expect(clearPicture(new Uint8Array())).toBeUndefined()
  })
})

/** The places of a JPEG's segments, that of the end's last. */
function segmentStarts(jpeg: Buffer): number[] {
  const places = [2]
  for (let at = 2; jpeg[at + 1] !== 0xda; places.push(at)) at += 2 + jpeg.readUInt16BE(at + 2)
  return [...places, jpeg.length - 2]
}
