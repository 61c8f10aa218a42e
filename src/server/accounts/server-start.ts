import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'

/** A device that last saw an earlier start than these rebuilds its copy, which loses nothing. */
const startsKept = 1000

/**
 * Records a start of the server, for each person with the newest version of the rows that they can
 * see now; a device compares it with what it has read (decision 0013). Rejects with database
 * errors.
 */
export async function noteServerStart(pool: Pool): Promise<void> {
  const id = randomUUID()
  await pool.transaction(async (transaction) => {
    await transaction.query(sql`lock table public.server_starts in share row exclusive mode`)
    const [last] = await transaction.query<{ ordinal: number }>(sql`
      select coalesce(max(ordinal), 0) as ordinal from public.server_starts`)
    const ordinal = (last?.ordinal ?? 0) + 1
    await transaction.query(sql`
      insert into public.server_starts (start_id, person, ordinal, newest, started_at)
      select ${id}, p.id, ${ordinal}, ${newestForPerson}, private.journal_time()
        from public.profiles p`)
    await transaction.query(sql`
      delete from public.server_starts where ordinal <= ${ordinal - startsKept}`)
    await transaction.query(sql`update public.journal set server_start = ${id}`)
  })
}

/**
 * The newest version of each table among the rows that row level security shows the person `p.id`;
 * a table left out here would let a device keep rows that a database put back does not hold.
 */
const newestOf: Readonly<Record<SyncedTable, string>> = {
  profiles: `select max(updated_at) from public.profiles`,
  entries: `select max(updated_at) from public.entries where not is_private or user_id = p.id`,
  reactions: `select max(updated_at) from public.reactions where only_for is null or only_for = p.id`,
  replies: `select max(updated_at) from public.replies where only_for is null or only_for = p.id`,
  photos: `select max(updated_at) from public.photos where only_for is null or only_for = p.id`,
  quote_likes: `select max(updated_at) from public.quote_likes`,
  custom_quotes: `select max(updated_at) from public.custom_quotes`,
  memory_marks: `select max(updated_at) from public.memory_marks where user_id = p.id`,
  story_links: `select max(updated_at) from public.story_links where only_for is null or only_for = p.id`,
  reviews: `select max(updated_at) from public.reviews where user_id = p.id and not is_hidden`,
  last_looks: `select updated_at from public.last_looks where id = p.id`,
  removals: `select max(updated_at) from public.removals where p.id = any(readers)`,
}

const newestForPerson = raw(
  `greatest(${Object.values(newestOf)
    .map((query) => `(${query})`)
    .join(', ')})`,
)
