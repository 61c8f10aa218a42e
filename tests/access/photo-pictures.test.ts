import { beforeEach, describe, expect, it } from 'vitest'
import { fullBytesLimit, photoDescriptionLimit } from '../../src/domain/limits.ts'
import {
  jpegOf,
  largeJpeg,
  photoFixture,
  segment,
  webpCanvas,
  webpChunk,
  webpOf,
  withSegments,
} from '../support/photo-files.ts'
import { base64 } from '../support/photos.ts'
import { server, withSharedServer, jonas as author } from '../support/signed-in.ts'
import { add, picture, stored, write } from './photo-requests.ts'

/* What is not a picture of the journal's kind, or says more than a picture, is refused. */

withSharedServer()
beforeEach(async () => server.emptyJournal())

const jpeg = photoFixture('full.jpg')
/** With one more segment, as cameras and editors write what they know of a picture. */
const jpegWith = (marker: number, content: string) =>
  withSegments(jpeg, segment(marker, Buffer.from(content, 'latin1')))
const exif = 'Exif\0\0MM\0*\0\0\0\b GPS 45.8150 15.9819'
const packet = 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>exif:GPSLatitude="45,48.9N"</x:xmpmeta>'
const iptc = 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x5aGPS 45.8150'
const lossy = photoFixture('full.webp').subarray(12)
const canvas = (features: number) => webpCanvas(features, 640, 480)

describe('a picture', () => {
  it.each([
    ['a progressive JPEG', 'progressive.jpg', 'preview.jpg', {}],
    ['a JPEG', 'full.jpg', 'preview.jpg', {}],
    ['a WebP with an alpha channel', 'alpha.webp', 'preview.webp', { width: 160, height: 120 }],
    ['a lossless WebP', 'lossless.webp', 'lossless.webp', { width: 64, height: 48 }],
  ])('may be %s', async (_, full, preview, sides) => {
    const pictures = {
      full_picture: base64(photoFixture(full)),
      preview: base64(photoFixture(preview)),
    }
    const { row, error } = await add(author, await write(), { ...pictures, ...sides })
    expect(error).toBeNull()
    expect((await picture(author, String(row?.['id']))).bytes.equals(photoFixture(full))).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    ['with a place in EXIF', jpegWith(0xe1, exif)],
    ['with a place in XMP', jpegWith(0xe1, packet)],
    ['with a place in IPTC', jpegWith(0xed, iptc)],
    ['with a comment', jpegWith(0xfe, 'Kamera')],
    ['with a colour profile', jpegWith(0xe2, 'ICC_PROFILE\0\x01\x01')],
    ['with a thumbnail', jpegWith(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc')],
    ['with a place behind its end', Buffer.concat([jpeg, Buffer.from('GPS')])],
    ['with another one behind its end', Buffer.concat([jpeg, jpeg])],
    ['whose end is missing', jpeg.subarray(0, -400)],
    ['of a WebP with EXIF', webpOf(canvas(8), lossy, webpChunk('EXIF', Buffer.from(exif)))],
    [
      'of a WebP with EXIF that is not announced',
      webpOf(canvas(0), lossy, webpChunk('EXIF', Buffer.from(exif))),
    ],
    ['of a WebP with XMP', webpOf(canvas(4), lossy, webpChunk('XMP ', Buffer.from(packet)))],
    [
      'of a WebP with a colour profile',
      webpOf(canvas(32), webpChunk('ICCP', Buffer.from('acsp')), lossy),
    ],
    [
      'of a WebP that moves',
      webpOf(canvas(2), webpChunk('ANIM', Buffer.from('\0\0\0\0\0\0')), lossy),
    ],
    [
      'of a WebP with a chunk of its own',
      webpOf(canvas(0), webpChunk('GPS ', Buffer.from('45.8')), lossy),
    ],
    ['with a place behind a WebP', Buffer.concat([photoFixture('full.webp'), Buffer.from('GPS!')])],
    ['of a WebP with another canvas', webpOf(webpCanvas(0, 641, 480), lossy)],
    ['of a WebP that is cut off', photoFixture('full.webp').subarray(0, -2)],
    ['of a WebP of as many chunks as fit', webpOf(canvas(16), emptyChunks(185_000), lossy)],
    [
      'of more segments than encoders write',
      withSegments(jpeg, ...Array<Buffer>(1000).fill(segment(0xdd, Buffer.alloc(2)))),
    ],
    ['with a segment that is shorter than its length', spliced(jpeg, 2, [0xff, 0xdd, 0, 1])],
    ['that is a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['that is a PDF', Buffer.from('%PDF-1.7')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is refused, and nothing of it is kept', async (_, full) => {
    const refused = await add(author, await write(), { full_picture: base64(full) })
    expect(refused).toMatchObject({ status: 400, code: '22023' })
    expect(await stored()).toEqual({ photos: 0, files: 0 })
  })

  it.each([
    ['other sides than its own', { width: 480, height: 640 }, '22023'],
    [
      'a side above 4,096',
      { full_picture: withSides(4097, 3072), width: 4097, height: 3072 },
      '22023',
    ],
    ['a preview that is upright', { preview: withSides(120, 160) }, '22023'],
    ['no base64', { preview: 'nicht so' }, '22023'],
    ['a placeholder that is too long', { placeholder: base64(Buffer.alloc(26)) }, '23514'],
    ['a placeholder that is too short', { placeholder: base64(Buffer.alloc(4)) }, '23514'],
    ['a placeholder with more in it', { placeholder: '3PcN NYSF' }, '23514'],
    [
      'a description that is too long',
      { description: 'x'.repeat(photoDescriptionLimit + 1) },
      '23514',
    ],
    ['a description that is not normalised', { description: 'e\u0301' }, '23514'],
    ['a description with spaces around', { description: ' Meer' }, '23514'],
    ['a description that is not seen', { description: '\u200b' }, '23514'],
    ['a full picture above 1.5 MB', { full_picture: base64(largeJpeg(jpeg, 1_500_001)) }, '23514'],
    ['a preview above 100 kB', { preview: base64(largeJpeg(jpeg, 100_001)) }, '23514'],
    ['a full picture of 1.5 MB', { full_picture: base64(largeJpeg(jpeg, 1_500_000)) }, undefined],
  ])('with %s: %#', async (_, changes, code) => {
    const answer = await add(author, await write(), changes)
    expect(answer.code).toBe(code)
    expect(await stored()).toEqual(
      code === undefined ? { photos: 1, files: 2 } : { photos: 0, files: 0 },
    )
  })
})

describe('the check of a picture', () => {
  it('comes before its entry is locked', async () => {
    const entry = await write()
    await server.sql().transaction(async (other) => {
      await other`select from public.entries where id = ${entry} for update`
      for (const picture of ['preview', 'full_picture'])
        expect(await add(author, entry, { [picture]: base64(Buffer.from('%PDF')) })).toMatchObject({
          code: '22023',
        })
    })
  })

  it('takes as long for any bytes', async () => {
    const ordinary = largeJpeg(jpeg, fullBytesLimit)
    const stuffed = jpegOf(jpeg, fullBytesLimit, [0xff, 0])
    const took = { ordinary: Infinity, stuffed: Infinity }
    for (let time = 0; time < 5; time += 1) {
      took.ordinary = Math.min(took.ordinary, await checked(ordinary))
      took.stuffed = Math.min(took.stuffed, await checked(stuffed))
    }
    expect(took.stuffed).toBeLessThan(4 * took.ordinary)
  })
})

/** Milliseconds of the check of a picture that is accepted. */
async function checked(picture: Buffer): Promise<number> {
  const begun = performance.now()
  const rows = await server.sql()`select private.picture_sides(${picture}) as sides`
  expect(rows).toEqual([{ sides: [640, 480] }])
  return performance.now() - begun
}

function emptyChunks(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => webpChunk('ALPH', Buffer.alloc(0))))
}

function spliced(picture: Buffer, at: number, bytes: readonly number[]): Buffer {
  return Buffer.concat([picture.subarray(0, at), Buffer.from(bytes), picture.subarray(at)])
}

/** The fixture as if it had other sides. */
function withSides(width: number, height: number): string {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return base64(bytes)
}
