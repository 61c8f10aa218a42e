import { expect } from 'vitest'
import type { FormPhoto } from '../../src/domain/form-photos.ts'
import { newId, type EntryId, type PhotoId } from '../../src/domain/ids.ts'
import { samplePicture } from '../support/sample-pictures.ts'
import type { TestSql } from '../support/sql.ts'
import { eventually, type Device } from './device.ts'

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

/** Waits until the device has photos with these descriptions on an entry; all of them pull meanwhile. */
export async function photosAre(
  descriptions: readonly string[],
  id: EntryId,
  { journal }: Device,
  all: readonly Device[],
): Promise<void> {
  await eventually(
    async () => {
      for (const { session } of all) session.wake()
      return journal.rows.of('photos', id).map(({ description }) => description)
    },
    (found) => JSON.stringify(found) === JSON.stringify(descriptions),
  )
}

/** The photos on the server, and the digests of their pictures. */
export const storedPhotos = async (sql: TestSql) => sql`
  select photos.id, entry_id, position, description, photos.created_at::text, size, sha256
  from public.photos join public.photo_files on photo_id = photos.id order by size`
