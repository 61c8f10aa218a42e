import sql from 'sql-template-tag'
import type { NudgeChoices } from '../../domain/nudges/nudge-choices.ts'
import type { Pool } from '../database/pool.ts'
import type { Device } from './devices.ts'

/** The partner's changes that became visible to a person, counted just now. No text of it is read. */
export interface NewsCounts {
  /** How much the person has not seen, of what they want nudges about. */
  readonly unseen: number
  /** The part of it about which this device has had no nudge. */
  readonly unnotified: number
  /** The bell's number: everything since the person's last look at it. */
  readonly bell: number
  /** The entry of the newest item. */
  readonly entry: string | null
  /** The end of the counted time, as PostgreSQL writes it; null if there is nothing. */
  readonly newest: string | null
}

/** The count stops here; no screen shows more. */
const mostCounted = 100

/**
 * Counts what is new for the person of a device: the partner's entries, replies and reactions, never one of a
 * private entry (D9), nor what the person has looked at since.
 *
 * @param heartbeatAt the person's last heartbeat, milliseconds since 1970
 */
export async function countNews(
  pool: Pool,
  { person, notifiedUntil, countedFrom }: Pick<Device, 'person' | 'notifiedUntil' | 'countedFrom'>,
  { entries, reactions }: Pick<NudgeChoices, 'entries' | 'reactions'>,
  heartbeatAt: number | undefined,
): Promise<NewsCounts> {
  const heartbeat = new Date(heartbeatAt ?? 0)
  const [row] = await pool.query<NewsCounts>(sql`
    with mark as (
      select seen_until, greatest(seen_until, ${countedFrom}::text::timestamptz, ${heartbeat}) as seen
      from public.last_looks where id = ${person}
    ), news as (
      select id, visible_since, ${entries}::boolean as wanted
      from public.entries where user_id <> ${person} and not is_private
      union all
      select entry.id, reaction.visible_since, ${reactions}::boolean
      from public.reactions as reaction join public.entries as entry on entry.id = reaction.entry_id
      where reaction.user_id <> ${person} and not entry.is_private
      union all
      select entry_id, visible_since, ${entries}::boolean
      from public.replies where user_id <> ${person} and only_for is null
    ), fresh as (
      select id, visible_since, wanted and visible_since > seen as unseen
      from news, mark where visible_since > seen_until
    )
    select
      least(count(*) filter (where unseen), ${mostCounted})::int as unseen,
      count(*) filter (where unseen and visible_since > ${notifiedUntil}::text::timestamptz)::int as unnotified,
      least(count(*), ${mostCounted})::int as bell,
      (array_agg(id::text order by visible_since desc) filter (where unseen))[1] as entry,
      max(visible_since)::text as newest
    from fresh`)
  return row ?? { unseen: 0, unnotified: 0, bell: 0, entry: null, newest: null }
}
