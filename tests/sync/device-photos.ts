import { expect } from 'vitest'
import type { FormPhoto } from '../../src/domain/form-photos.ts'
import { newId, type PhotoId } from '../../src/domain/ids.ts'
import { samplePicture } from '../support/sample-pictures.ts'
import type { Device } from './device.ts'

const side = 64
const bytesOf = (picture: Buffer) => new Uint8Array(picture).buffer

export const pictures = {
  preview: bytesOf(samplePicture(side / 2, side / 2)),
  full: bytesOf(samplePicture(side, side)),
}

/** Photos of a form on this device, with their pictures kept. */
export async function photosOn({ journal }: Device, ...descriptions: readonly string[]) {
  const photos: FormPhoto[] = []
  for (const description of descriptions) {
    const id: PhotoId = newId()
    expect(await journal.pictures.keep(id, pictures)).toBe('kept')
    photos.push({ id, width: side, height: side, placeholder: 'AAAAAAA=', description })
  }
  return photos
}
