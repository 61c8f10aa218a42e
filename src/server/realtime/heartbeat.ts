import type postgres from 'postgres'

/** Its own publication, so that the hosted contract `supabase_realtime` stays untouched. */
export const heartbeatPublication = 'journal_heartbeat'
export const heartbeatTable = 'realtime_heartbeat'
export const heartbeatSchema = 'private'

/** Creates the heartbeat's table and publication if they are missing; safe to repeat. */
export async function ensureHeartbeat(owner: postgres.Sql): Promise<void> {
  await owner.begin(async (sql) => {
    await sql.unsafe(`
      create schema if not exists ${heartbeatSchema};
      create table if not exists ${heartbeatSchema}.${heartbeatTable} (
        id boolean primary key default true check (id),
        beat timestamptz not null
      );
      revoke all on ${heartbeatSchema}.${heartbeatTable} from public, anon, authenticated;
      alter table ${heartbeatSchema}.${heartbeatTable} enable row level security;`)
    const known = await sql`select from pg_publication where pubname = ${heartbeatPublication}`
    if (known.length === 0) {
      await sql.unsafe(
        `create publication ${heartbeatPublication} for table ${heartbeatSchema}.${heartbeatTable}`,
      )
    }
  })
}

/** Writes the row whose change the stream must deliver; returns the id of its transaction. */
export async function beat(owner: postgres.Sql): Promise<bigint> {
  const rows = await owner.unsafe<{ id: string }[]>(
    `insert into ${heartbeatSchema}.${heartbeatTable} (beat) values (clock_timestamp())
     on conflict (id) do update set beat = excluded.beat returning pg_current_xact_id()::text as id`,
  )
  return BigInt(rows[0]?.id ?? 0)
}

/**
 * Whether nothing was written since a heartbeat, and nothing is being written. It reads the list of
 * transactions and notes the time in memory, which writes nothing: an idle server lets the disk sleep.
 */
export async function isLastTransaction(owner: postgres.Sql, beatId: bigint): Promise<boolean> {
  const rows = await owner<{ snapshot: string }[]>`
    select pg_current_snapshot()::text as snapshot, private.note_time()`
  const next = beatId + 1n
  return rows[0]?.snapshot === `${next}:${next}:`
}
