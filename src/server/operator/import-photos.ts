import sql, { type Sql } from 'sql-template-tag'
import type { BookPictures } from '../../domain/book-pictures.ts'
import type { Queries } from '../database/pool.ts'
import { errorCode } from '../error-code.ts'
import { StartupError } from '../settings/startup-error.ts'

/** The photos that an import has added, and the ids of those that the database does not take. */
export interface AddedPhotos {
  readonly added: number
  readonly refused: readonly string[]
}

/** So often a photo is tried again whose entry others write to. */
const mostTries = 10

/** A photo of which the files have a row, and which is missing here (`planImport`). */
interface MissingPhoto {
  readonly id: string
  readonly userId: string
  readonly entryId: string
}

/**
 * Adds the photos that are missing, each with its pictures in a transaction of its own, so that one is in memory at a time
 * and a write waits for one at most. An import that is cut off goes on where it was.
 */
export async function addPhotos(
  session: Queries,
  pictures: AsyncIterable<BookPictures>,
): Promise<AddedPhotos> {
  await session.run('create index on missing_photos (given)')
  let added = 0
  const refused: string[] = []
  for await (const given of pictures) {
    const rows = await session.query<MissingPhoto>(sql`
      delete from missing_photos where given = ${given.photo_id}
      returning id::text, user_id::text as "userId", entry_id::text as "entryId"`)
    for (const photo of rows)
      if (await addPhoto(session, photo, given)) added += 1
      else refused.push(given.photo_id)
  }
  return { added, refused }
}

/** False if the database does not take it. */
async function addPhoto(
  session: Queries,
  photo: MissingPhoto,
  pictures: BookPictures,
): Promise<boolean> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await session.run(`begin; set local lock_timeout = '1s'`)
    try {
      const isAdded = await insertPhoto(session, photo, pictures)
      await session.run(isAdded ? 'commit' : 'rollback')
      return isAdded
    } catch (error) {
      await session.run('rollback')
      // Values that cannot be, and constraints.
      if (/^2[23]/.test(errorCode(error) ?? '')) return false
      if (!/^(40|55P03)/.test(errorCode(error) ?? '')) throw error
    }
  }
  throw new StartupError(
    'Not all photos were added: others write to the same entries. Give the same files again later.',
  )
}

async function insertPhoto(
  session: Queries,
  photo: MissingPhoto,
  { photo_id: given, preview, full = preview }: BookPictures,
): Promise<boolean> {
  const [small, large] = [Buffer.from(preview, 'base64'), Buffer.from(full, 'base64')]
  // A change of privacy waits for the photo, and the photo of another device for its number.
  await session.query(sql`select from public.entries where id = ${photo.entryId} for no key update`)
  const [placed] = await session.query<{ place: number | null }>(
    sql`select private.next_photo_place(${photo.entryId}) as place`,
  )
  const place = placed?.place ?? null
  if (place === null) return false
  const rows = await session.query(insertion(photo, given, place, [small, large]))
  if (rows.length === 0) return false
  await session.query(sql`
    insert into public.photo_files (photo_id, size, bytes)
    values (${photo.id}, 'preview', ${small}), (${photo.id}, 'full', ${large})`)
  return true
}

/** A photo keeps its place if that is free; its sides are those of the picture, which is a preview where a file has no other. */
function insertion(
  { id, userId, entryId }: MissingPhoto,
  given: string,
  place: number,
  [small, large]: readonly [Buffer, Buffer],
): Sql {
  return sql`
    insert into public.photos (
      id, entry_id, user_id, position, width, height, placeholder, description, bytes, created_at, visible_since
    )
    select ${id}, entry.id, g.user_id,
      case when exists (select from public.photos as p where p.entry_id = entry.id and p.position = g.position)
        then ${place}::int else g.position end,
      sides[1], sides[2], g.placeholder, g.description, ${small.length + large.length}::int, g.created_at,
      timestamptz '1970-01-01 00:00:00+00'
    from given_photos as g, public.entries as entry, private.picture_sides(${large}) as sides
    where g.id = ${given} and g.user_id = ${userId} and entry.id = ${entryId}
    on conflict do nothing returning 1`
}
