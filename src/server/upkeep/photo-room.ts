import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import type { Settings } from '../settings/settings.ts'

/** Tells the database, which adds photos, how much the operator gives to them. */
export async function setPhotoRoom(
  pool: Pool,
  { photosLimit = null }: { readonly photosLimit?: Settings['photosLimit'] | null },
): Promise<void> {
  await pool.query(sql`
    update private.photo_room set most_bytes = ${photosLimit}
    where most_bytes is distinct from ${photosLimit}::bigint`)
}

/**
 * The bytes that the next backup writes beside the others, at most: those of photos that came or changed since the last
 * one. By the server's time: a photo may have been written long before it was sent.
 */
export async function bytesSince(pool: Pool, backup: number | undefined): Promise<number> {
  const [row] = await pool.query<{ bytes: string }>(sql`
    select coalesce(sum(bytes), 0) as bytes from public.photos
    where updated_at > ${new Date(backup ?? 0)}`)
  return Number(row?.bytes ?? 0)
}
