import { Buffer } from 'node:buffer'
import { newId } from '../../src/domain/ids.ts'
import type { NewPhoto } from '../../src/web/backend/calls.ts'
import { photoFixture } from './photo-files.ts'
import type { SignedIn } from './server.ts'

/** A new photo as a device sends it, of 640 × 480 pixels, its preview of 160 × 120, of an entry that is not there unless it is given. */
export function aPhoto(changes: Partial<NewPhoto> = {}): NewPhoto {
  return {
    id: newId(),
    entryId: newId(),
    width: 640,
    height: 480,
    placeholder: '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
    description: 'Am Strand',
    writtenAt: new Date().toISOString() as NewPhoto['writtenAt'],
    preview: arrayBufferOf(photoFixture('preview.webp')),
    full: arrayBufferOf(photoFixture('full.webp')),
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
