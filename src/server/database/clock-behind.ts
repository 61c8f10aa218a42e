import sql from 'sql-template-tag'
import type { Pool } from './pool.ts'

/** Seconds by which a clock may be behind unsaid; the journal goes on with up to 70 s more than it was. */
export const mostBehind = 120

/** Seconds by which this machine's clock is behind the journal's time (decision 0021). 0 before the migration. */
export async function clockBehind(pool: Pool): Promise<number> {
  const [made] = await pool.query<{ isThere: boolean }>(sql`
    select to_regproc('private.clock_offset') is not null as "isThere"`)
  if (made?.isThere !== true) return 0
  const [row] = await pool.query<{ seconds: number }>(sql`
    select extract(epoch from private.clock_offset())::float as seconds`)
  return row?.seconds ?? 0
}

export function clockBehindLine(seconds: number): string {
  return `The clock of this machine is ${inWords(seconds)} behind the journal's time: set it by NTP`
}

function inWords(seconds: number): string {
  const hours = seconds / 3600
  if (hours < 2) return `${Math.round(seconds / 60)} min`
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`
}
