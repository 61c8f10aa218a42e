import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { newId } from '../../src/domain/ids.ts'
import type { NewPhoto } from '../../src/web/backend/calls.ts'
import type { SignedIn } from './server.ts'

/** A picture of `tests/fixtures/photos`: a few kB each, 640 × 480 pixels, the previews 160 × 120. */
export function pictureFile(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/photos/${name}`, import.meta.url))
}

/** A new photo as a device sends it, of an entry that is not there unless it is given. */
export function aPhoto(changes: Partial<NewPhoto> = {}): NewPhoto {
  return {
    id: newId(),
    entryId: newId(),
    width: 640,
    height: 480,
    placeholder: '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
    description: 'Am Strand',
    writtenAt: new Date().toISOString() as NewPhoto['writtenAt'],
    preview: arrayBufferOf(pictureFile('preview.webp')),
    full: arrayBufferOf(pictureFile('full.webp')),
    ...changes,
  }
}

/** The arguments of `add_photo` as they are sent; each can be replaced. */
export function photoArguments(entry: string, changes: Readonly<Record<string, unknown>> = {}) {
  const { id, placeholder, description, writtenAt, width, height, preview, full } = aPhoto()
  return {
    photo: id as string,
    entry,
    placeholder,
    description,
    written_at: writtenAt,
    width,
    height,
    preview: base64(Buffer.from(preview)),
    full_picture: base64(Buffer.from(full)),
    ...changes,
  }
}

/** Adds a photo to an entry, as a device does; answers with its id. */
export async function addPhoto(
  person: Pick<SignedIn, 'rest'>,
  entry: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { data, error } = await person.rest.rpc('add_photo', photoArguments(entry, changes))
  if (error !== null) throw new Error(`add_photo: ${error.code} ${error.message}`)
  return (data as { id: string }[])[0]?.id ?? ''
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

/** A JPEG with one more segment behind its first bytes, as cameras and editors write what they know of a picture. */
export function jpegWith(picture: Buffer, marker: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255])
  return Buffer.concat([picture.subarray(0, 2), head, bytes, picture.subarray(2)])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
}

/** A WebP of these chunks. */
export function webpOf(...chunks: readonly Buffer[]): Buffer {
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

/** A JPEG of this length, in which each FF is followed by 00, as in large ones. */
export function largeJpeg(name: string, length: number): Buffer {
  const picture = pictureFile(name)
  const data = Buffer.alloc(length - picture.length, Buffer.from([...Array(256).keys()]))
  return Buffer.concat([
    picture.subarray(0, -2),
    data.fill(1, data.length - 2),
    picture.subarray(-2),
  ])
}
