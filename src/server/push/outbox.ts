import type postgres from 'postgres'

/** A device that may need a nudge, while this server alone works on it. */
export interface Claimed {
  readonly subscription: string
  readonly person: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly origin: string
  /** As PostgreSQL writes them, with microseconds. */
  readonly toldUntil: string
  readonly countedFrom: string
  readonly arrived: string
  readonly arrivedAt: Date
  readonly toldAt: Date | null
  /** The day whose morning is part of it, `YYYY-MM-DD`. */
  readonly morning: string | null
  readonly attempts: number
  readonly failingSince: Date | null
}

/** The result of a claim. */
export type Outcome =
  /** Nudged, or nothing to nudge about; `until` is the end of the counted time. */
  | { readonly kind: 'sent' | 'nothing' | 'seen'; readonly until: string | null }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'failed'; readonly until: number }
  | { readonly kind: 'given-up' }
  /** The push service does not know this device any more. */
  | { readonly kind: 'gone' }

/** Longer than a request takes; another server, or this one after a crash, then takes over. */
const claimLasts = 60_000

/** Claims what is due at `now`, in milliseconds since 1970. */
export async function claimDue(sql: postgres.Sql, now: number): Promise<readonly Claimed[]> {
  const at = new Date(now)
  return sql<Claimed[]>`
    with due as (
      select subscription_id from private.nudge_outbox
      where due_at <= ${at} and (claimed_until is null or claimed_until <= ${at})
      order by due_at limit 20 for update skip locked
    ), claimed as (
      update private.nudge_outbox as waiting set claimed_until = ${new Date(now + claimLasts)}
      from due where waiting.subscription_id = due.subscription_id returning waiting.*
    )
    select device.id::text as subscription, device.person::text as person, device.endpoint, device.p256dh,
      device.auth, device.origin, device.told_until::text as "toldUntil",
      device.counted_from::text as "countedFrom", claimed.arrived_at::text as arrived,
      claimed.arrived_at as "arrivedAt", device.told_at as "toldAt", claimed.morning::text as morning,
      claimed.attempts, claimed.failing_since as "failingSince"
    from claimed join private.push_subscriptions as device on device.id = claimed.subscription_id`
}

/** Stores the result of a claim. If something arrived since, the device stays in the outbox. */
export async function settle(
  sql: postgres.Sql,
  claimed: Claimed,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const { subscription } = claimed
  switch (outcome.kind) {
    case 'sent':
    case 'nothing':
    case 'seen':
      return sql.begin(async (transaction) => {
        await noteNudged(transaction, claimed, outcome, now)
        await leave(transaction, claimed, now)
      })
    case 'given-up':
      await leave(sql, claimed, now)
      return undefined
    case 'gone':
      await sql`delete from private.push_subscriptions where id = ${subscription}`
      return undefined
    case 'wait':
      await sql`
        update private.nudge_outbox set due_at = ${new Date(outcome.until)}, claimed_until = null
        where subscription_id = ${subscription}`
      return undefined
    case 'failed':
      await sql`
        update private.nudge_outbox
        set due_at = ${new Date(outcome.until)}, claimed_until = null, attempts = attempts + 1,
          failing_since = coalesce(failing_since, ${new Date(now)})
        where subscription_id = ${subscription}`
      return undefined
  }
}

async function noteNudged(
  sql: postgres.TransactionSql,
  { subscription }: Claimed,
  { kind, until }: Extract<Outcome, { until: string | null }>,
  now: number,
): Promise<void> {
  await sql`
    update private.push_subscriptions set
      told_until = greatest(told_until, ${until}::text::timestamptz),
      counted_from = case when ${kind === 'seen'} then greatest(counted_from, ${until}::text::timestamptz)
        else counted_from end,
      told_at = case when ${kind === 'sent'} then ${new Date(now)} else told_at end
    where id = ${subscription}`
}

async function leave(
  sql: postgres.Sql | postgres.TransactionSql,
  { subscription, arrived }: Claimed,
  now: number,
): Promise<void> {
  const left = await sql`
    delete from private.nudge_outbox
    where subscription_id = ${subscription} and arrived_at = ${arrived}::text::timestamptz returning 1`
  if (left.length > 0) return
  await sql`
    update private.nudge_outbox
    set due_at = ${new Date(now)}, claimed_until = null, attempts = 0, failing_since = null, morning = null
    where subscription_id = ${subscription}`
}

/** When the next one is due, in milliseconds since 1970; undefined while nothing waits. */
export async function nextDue(sql: postgres.Sql): Promise<number | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(greatest(due_at, claimed_until)) as at from private.nudge_outbox`
  return row?.at?.getTime()
}
