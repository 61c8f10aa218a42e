import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../support/server.ts'

/** A server whose database can be written. */
type Seeded = Pick<TestServer, 'sql'>

export interface JournalSize {
  readonly entries: number
  /** One entry in this many is ticked off; 500 unless given. */
  readonly completedEvery?: number
  /** Every entry counts as seen by both, unless this many of Željka's newest are unseen by Jonas. */
  readonly unseen?: number
}

/**
 * Fills the journal with entries of both people, an hour apart and the newest a minute old, about
 * 90 characters each; every fourth has a reaction of the other person. It writes as the database's
 * owner and past the triggers, so that 100,000 entries take seconds.
 */
export async function seedJournal(server: Seeded, size: JournalSize): Promise<void> {
  const { entries, completedEvery = 500, unseen = 0 } = size
  await server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into entries (id, user_id, category, content, completed, completed_at, created_at,
        visible_since, updated_at)
      select gen_random_uuid(), person.id,
        (array['erzaehlen', 'gedanken', 'gedanken', 'ideen', 'uebersetzungen'])[1 + n % 5],
        case when n % 5 = 4 then 'Wort ' || n || ' | riječ ' || n
          else 'Eintrag ' || n || ': ' || (array[
            'Heute sind wir am Fluss entlang bis zur alten Mühle gelaufen, und es hat geschneit.',
            'Beim Frühstück haben wir über den Sommer am Meer geredet und lange gelacht.',
            'Ich möchte mit dir das kleine Café am Markt ausprobieren, bald einmal.',
            'Danke, dass du mich gestern Abend noch vom Bahnhof abgeholt hast.'])[1 + n % 4] end,
        n % ${completedEvery} = 0,
        case when n % ${completedEvery} = 0 then created.at end,
        created.at, created.at, created.at + n * interval '1 microsecond'
      from generate_series(1, ${entries}::int) n
      join lateral (select now() - interval '1 minute' - (${entries} - n) * interval '1 hour') created (at)
        on true
      join lateral (
        select id from profiles where name = (array['Jonas', 'Željka'])[1 + n % 2]) person on true`
    await sql`
      insert into reactions (id, entry_id, user_id, emoji, created_at, visible_since, updated_at)
      select gen_random_uuid(), entry.id, other.id, U&'\\2764\\FE0F', entry.created_at,
        entry.visible_since, entry.updated_at
      from (select *, row_number() over (order by created_at) as n from entries) entry
      join profiles other on other.id <> entry.user_id
      where entry.n % 4 = 0`
  })
  await leaveUnseen(server, unseen)
}

/** Puts the read markers where this many of Željka's newest entries are unseen by Jonas, and all others seen. */
export async function leaveUnseen(server: Seeded, unseen: number): Promise<void> {
  await server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into last_looks (id, seen_until)
      select id, now() - case when name = 'Jonas' then 2 * ${unseen}::int * interval '1 hour' else '0'::interval end
      from profiles
      on conflict (id) do update set seen_until = excluded.seen_until`
  })
  await untilStreamed(server)
}

/**
 * Waits until the change stream has sent what was written, or it would still send it to the page under
 * test. What the stream says it has stored (`flush_lsn`) tells nothing: on a fresh server it has said
 * nothing yet. A stream that was lost meanwhile is missing until it is opened again.
 */
export async function untilStreamed(server: Seeded): Promise<void> {
  const sql = server.sql()
  const [written] = await sql<{ at: string }[]>`select pg_current_wal_lsn()::text as at`
  for (;;) {
    const [sender] = await sql`
      select from pg_stat_replication where sent_lsn >= ${written?.at ?? ''}::pg_lsn`
    if (sender !== undefined) return
    await pause(200)
  }
}
