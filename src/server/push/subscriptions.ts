import sql from 'sql-template-tag'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { Pool } from '../database/pool.ts'
import type { DeviceKeys } from './encrypt.ts'

/** A device's request to be nudged. */
export interface NewSubscription extends DeviceKeys {
  readonly person: string
  readonly sessionId: string
  readonly endpoint: string
  /** The journal's address on that device. */
  readonly origin: string
  /** Today; its morning counts as nudged. */
  readonly today: JournalDay
}

/** More devices than a person has; the oldest is evicted. */
const mostDevices = 10

/**
 * Stores a device, or the changes of a known one. An endpoint belongs to the person who is signed
 * in on that browser. An unchanged subscription is not written again. Returns the row's id, which
 * is all that anyone may read of it.
 */
export async function keepSubscription(pool: Pool, given: NewSubscription): Promise<string> {
  const { person, sessionId, endpoint, p256dh, auth, origin, today } = given
  return pool.transaction(async (transaction) => {
    await transaction.query(sql`
      delete from private.push_subscriptions where endpoint = ${endpoint} and person <> ${person}`)
    await transaction.query(sql`
      insert into private.push_subscriptions as known
        (person, session_id, endpoint, p256dh, auth, origin, told_until, counted_from, morning)
      select ${person}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${origin}, at, at, ${today}
      from (select private.journal_time() as at)
      on conflict (endpoint) do update
        set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
          origin = excluded.origin
        where (known.session_id, known.p256dh, known.auth, known.origin)
          is distinct from (excluded.session_id, excluded.p256dh, excluded.auth, excluded.origin)`)
    await transaction.query(sql`
      delete from private.push_subscriptions where id in (
        select id from private.push_subscriptions where person = ${person}
        order by created_at desc, id offset ${mostDevices})`)
    const [row] = await transaction.query<{ id: string }>(sql`
      select id::text as id from private.push_subscriptions where endpoint = ${endpoint}`)
    if (row === undefined) throw new Error('the subscription was not stored')
    return row.id
  })
}

export async function dropSubscription(
  pool: Pool,
  person: string,
  endpoint: string,
): Promise<void> {
  await pool.query(sql`
    delete from private.push_subscriptions where endpoint = ${endpoint} and person = ${person}`)
}

/** True while a device of this person wants to be nudged. */
export async function hasSubscription(pool: Pool, person: string): Promise<boolean> {
  const rows = await pool.query(
    sql`select from private.push_subscriptions where person = ${person} limit 1`,
  )
  return rows.length > 0
}

/** Removes the devices whose session has ended: signed out, another password, unused for long. */
export async function dropEnded(pool: Pool): Promise<void> {
  await pool.query(sql`
    delete from private.push_subscriptions as device where not exists (
      select from auth.sessions as session
      where session.id = device.session_id and session.user_id = device.person)`)
}
