import path from 'node:path'
import sql from 'sql-template-tag'
import { missingPictures, type CheckedPictures } from '../../backup/checked-pictures.ts'
import { pictureTable } from '../../backup/format.ts'
import { megabytes } from '../../backup/free-disk.ts'
import { backupsOf } from '../../backup/own-backups.ts'
import type { Pool } from '../../database/pool.ts'
import type { Settings } from '../../settings/settings.ts'
import { ok, warning, type Finding } from './finding.ts'

/** How many photos there are, and how much of the database they take. */
export async function checkPhotos(
  pool: Pool,
  { photosLimit }: Pick<Settings, 'photosLimit'>,
): Promise<readonly Finding[]> {
  const [table] = await pool.query<{ taken: string | null }>(sql`
    select pg_total_relation_size(to_regclass(${pictureTable})) as taken`)
  // A database that waits for its update has none.
  if (table === undefined || table.taken === null) return []
  const [photos] = await pool.query<{ count: number; bytes: string }>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0) as bytes from public.photos`)
  const { count = 0, bytes = '0' } = photos ?? {}
  const limit = photosLimit === undefined ? '' : ` of ${megabytes(photosLimit)} (PHOTOS_LIMIT_MB)`
  const says =
    `${count} ${count === 1 ? 'photo' : 'photos'} with ${megabytes(Number(bytes))} MB${limit}, ` +
    `${megabytes(Number(table.taken))} MB of the database`
  return photosLimit !== undefined && Number(bytes) >= photosLimit
    ? [warning('photos', `${says}: new ones are refused`)]
    : [ok('photos', says)]
}

/** Which backups of the journal lack pictures, or cannot be read; none while no backup names one. */
export async function checkBackupPictures(
  folder: string,
  journalId: string,
  checked: CheckedPictures,
): Promise<readonly Finding[]> {
  const lacking: string[] = []
  const unread: string[] = []
  const lost = new Set<string>()
  const { own } = await backupsOf(folder, journalId).catch(() => ({ own: [] }))
  for (const name of own) {
    const read = await missingPictures(path.join(folder, name), checked).catch(() => undefined)
    if (read === undefined) unread.push(name)
    else if (read.missing.length > 0) lacking.push(name)
    for (const { sha256 } of read?.missing ?? []) lost.add(sha256)
  }
  const found = lacking.length === 0 ? [] : [lackingFinding(folder, lacking, [...lost])]
  const says = 'cannot be read to the end: remove what is of no use; until then every picture stays'
  if (unread.length > 0) found.push(warning('backups', `${unread.join(', ')} ${says}`))
  return found
}

const mostNamed = 5

function lackingFinding(
  folder: string,
  lacking: readonly string[],
  lost: readonly string[],
): Finding {
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ''
  return warning(
    'backups',
    `pictures that ${lacking.join(', ')} name are missing or damaged in ${folder}: ` +
      `${lost.slice(0, mostNamed).join(', ')}${more}; such a backup does not count. The next backup writes again what ` +
      `the journal still has; the rest comes from a copy of the folder, if there is one`,
  )
}
