import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { raw } from 'sql-template-tag'
import type { TestSql } from '../../support/sql.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** An operator's command that runs. */
export interface OperatorRun {
  readonly process: ChildProcess
  readonly output: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

/** Starts an operator's command (built, as `npm run` starts it) on a data directory. */
export function operator(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string | Uint8Array,
): OperatorRun {
  const child = spawn(process.execPath, [path.join(root, 'build/server/operator.js'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that does not read on closes its end.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let output = ''
  const take = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { process: child, output: () => output, ended }
}

/**
 * Every row of every table of the journal: `count sha256` of the rows' text, the epoch and the edit
 * versions apart, which every restore changes.
 */
export interface JournalState {
  readonly epoch: string
  readonly tables: Readonly<Record<string, string>>
}

/**
 * The tables come from the catalogue, so that one added later is not forgotten; the starts of the
 * server belong to the machine and are left out. The journal's row is included without the epoch,
 * the last start, its time and the time of the backup it was restored from, the entries without their edit versions.
 */
export async function journalState(sql: TestSql): Promise<JournalState> {
  const tables: Record<string, string> = {}
  const names = await sql<{ name: string }[]>`
    select tablename::text as name from pg_tables where schemaname = 'public'
      and tablename <> 'server_starts' order by 1`
  const rowsOf = async (query: string) => {
    const rows = await sql<{ row: string }[]>`${raw(query)}`
    const hash = createHash('sha256').update(rows.map(({ row }) => row).join('\n'))
    return `${rows.length} ${hash.digest('hex')}`
  }
  for (const { name } of names)
    tables[name] = await rowsOf(
      name === 'journal'
        ? `select (to_jsonb(t) - 'epoch' - 'server_start' - 'updated_at' - 'restored_to')::text as row
           from journal t`
        : `select (to_jsonb(t) - 'edit_version')::text as row from public.${name} t order by 1`,
    )
  tables['users'] = await rowsOf(
    `select (to_jsonb(u) - 'last_sign_in_at' - 'updated_at')::text as row from auth.users u order by id`,
  )
  tables['identities'] = await rowsOf(
    `select (to_jsonb(i) - 'last_sign_in_at' - 'updated_at' - 'email')::text as row
     from auth.identities i order by id`,
  )
  const [journal] = await sql<{ epoch: string }[]>`select epoch::text from public.journal`
  return { epoch: journal?.epoch ?? '', tables }
}

/**
 * A journal with something of everything: `entries` entries (private, ticked off, dated, edited,
 * emoji, line breaks), reactions, replies, marks of memories, stories of ideas, reviews, likes with 1,000 characters, own quotes, removals, last looks.
 */
export async function fillJournal(sql: TestSql, entries: number): Promise<void> {
  await sql`
    insert into public.entries
      (user_id, category, content, completed, completed_at, is_private, scheduled_date, created_at,
       visible_since, edit_version)
    select p.id, case when n % 5 = 0 then 'ideen' else 'gedanken' end,
      'Nr. ' || n || E' 👩‍❤️‍👨 „Grüße“ \\ {"a":[1]},\nžćšđ 🇩🇪', n % 3 = 0,
      case when n % 3 = 0 then now() - interval '1 hour' end, n % 7 = 0,
      case when n % 5 = 0 then '2027-03-28 02:30:00.123456+01'::timestamptz end,
      now() - n * interval '1.000007 minutes', now() - n * interval '1.000003 minutes', 1 + n % 4
    from generate_series(1, ${entries}) n
    join public.profiles p on (p.name = 'Jonas') = (n % 2 = 0)`
  await sql`
    insert into public.reactions (entry_id, user_id, emoji)
    select e.id, p.id, emoji from public.profiles p
    cross join (select id from public.entries order by id limit 200) e
    cross join unnest(array['❤️', '🔥']) emoji`
  await sql`
    insert into public.replies (entry_id, user_id, content)
    select e.id, p.id, E'Ja! 🥰\nZeile von ' || p.name from public.profiles p
    cross join (select id from public.entries order by id limit 100) e`
  await sql`
    insert into public.memory_marks (entry_id, user_id, until)
    select e.id, p.id, until from public.profiles p
    join (select id, user_id, is_private from public.entries order by id limit 60) e
      on not e.is_private or e.user_id = p.id
    cross join unnest(array[null, '2026-02-28'::date]) until`
  await sql`
    insert into public.story_links (id, user_id, idea_id)
    select story.id, story.user_id, (
      select idea.id from public.entries idea
      where idea.category = 'ideen' and (not idea.is_private or idea.user_id = story.user_id)
      order by idea.id offset mod(story.n, 20) limit 1
    )
    from (
      select id, user_id, row_number() over (order by id) as n from public.entries
      where category <> 'ideen' order by id limit 60
    ) story`
  await sql`
    insert into public.reviews (entry_id, user_id, direction, grade, words_hash)
    select e.id, p.id, 'hr-de', 3, gen_random_uuid() from public.profiles p
    join (select id, user_id, is_private from public.entries order by id limit 60) e
      on not e.is_private or e.user_id = p.id`
  await sql`
    insert into public.quote_likes (user_id, quote_text, quote_author)
    select id, repeat('Ž', 999) || '😀', 'Rahel Varnhagen, "Rahel"' from public.profiles`
  await sql`
    insert into public.custom_quotes (user_id, quote_text, quote_author)
    select id, E'Eigenes, mit\nZeile', name from public.profiles`
  await sql`update public.last_looks set seen_until = now() - interval '1 day'`
  await sql`delete from public.entries where id in (select id from public.entries order by id limit 20)`
  await sql`
    update public.entries set is_private = true
    where id in (select id from public.entries where not is_private order by id limit 20)`
}
