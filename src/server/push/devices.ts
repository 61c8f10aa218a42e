import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'

/** A device that wants nudges, and what was made visible to its person since its last one. */
export interface Device {
  readonly id: string
  readonly person: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly origin: string
  /** As PostgreSQL writes them, with microseconds. */
  readonly notifiedUntil: string
  readonly countedFrom: string
  readonly notifiedAt: Date | null
  /** The last day of whose morning the device was notified, `YYYY-MM-DD`. */
  readonly morning: string | null
  /** When the first and the last of it became visible; null if there is nothing. */
  readonly firstNewsAt: Date | null
  readonly lastNewsAt: Date | null
  readonly lastNews: string | null
}

/** All devices. What is newer than `told_until` was changed since, too, which an index finds. */
export async function readDevices(pool: Pool): Promise<readonly Device[]> {
  return pool.query<Device>(sql`
    select device.id::text as id, person::text as person, endpoint, p256dh, auth, origin,
      told_until::text as "notifiedUntil", counted_from::text as "countedFrom", told_at as "notifiedAt",
      morning::text as morning, news.first as "firstNewsAt", news.last as "lastNewsAt",
      news.last::text as "lastNews"
    from private.push_subscriptions as device cross join lateral (
      select min(visible_since) as first, max(visible_since) as last from (
        select visible_since from public.entries
        where user_id <> person and not is_private
          and updated_at > told_until and visible_since > told_until
        union all
        select reaction.visible_since
        from public.reactions as reaction join public.entries as entry on entry.id = reaction.entry_id
        where reaction.user_id <> person and not entry.is_private
          and reaction.updated_at > told_until and reaction.visible_since > told_until
        union all
        select visible_since from public.replies
        where user_id <> person and only_for is null
          and updated_at > told_until and visible_since > told_until
      ) as untold
    ) as news`)
}

/** The news of which a device has been notified, or need not be any more. */
export interface Notified {
  readonly kind: 'sent' | 'nothing' | 'seen'
  /** The end of the counted time, as PostgreSQL writes it; null if nothing was counted. */
  readonly until: string | null
  /** The day whose morning was part of it. */
  readonly morning: string | null
}

/** Records after sending of which news a device was notified: a server that ends in between sends them again. */
export async function recordNotified(
  pool: Pool,
  { id, lastNews }: Device,
  { kind, until, morning }: Notified,
  now: number,
): Promise<void> {
  await pool.query(sql`
    update private.push_subscriptions set
      told_until = greatest(told_until, ${lastNews}::text::timestamptz, ${until}::text::timestamptz),
      counted_from = case when ${kind === 'seen'} then greatest(counted_from, ${until}::text::timestamptz)
        else counted_from end,
      told_at = case when ${kind === 'sent'} then ${new Date(now)} else told_at end,
      morning = coalesce(${morning}::text::date, morning)
    where id = ${id}`)
}

/** The push service does not know the device any more. */
export async function forgetDevice(pool: Pool, { id }: Device): Promise<void> {
  await pool.query(sql`delete from private.push_subscriptions where id = ${id}`)
}
