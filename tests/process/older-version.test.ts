import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInQuotes } from '../../src/content/quote-list.ts'
import { readBackup } from '../../src/server/backup/read-backup.ts'
import { inShort } from '../support/quick.ts'
import { people, startTestServer, type PersonName, type TestServer } from '../support/server.ts'
import {
  backupOf,
  books,
  noClusterHere,
  notedPrivateRows,
  notedRows,
  olderVersions,
  renewSessions,
  storedSession,
  unpackDataDir,
  type NotedPrivateRows,
  type NotedRows,
  type OlderVersion,
} from '../support/older-version.ts'
import { bench, withBackupBench } from './support/backup-bench.ts'

/** Of a text that 0.1.0 has wrong: a version that corrects it moves its likes. */
const changingAuthor = 'Marie von Ebner-Eschenbach'

/** The version that the database has after a start. */
const newestMigration = readdirSync('supabase/migrations').toSorted().at(-1)?.slice(0, 14)

type Row = NotedRows['entries'][number]
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Columns that the version had, with times in one form, to the microsecond; `but` are left out. */
function comparable(rows: readonly Row[], like: readonly Row[], ...but: string[]): Row[] {
  const columns = Object.keys(like[0] ?? {}).filter((column) => !but.includes(column))
  return rows
    .map((row) => Object.fromEntries(columns.map((column) => [column, sameForm(row[column])])))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
}

function sameForm(value: unknown): unknown {
  const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00(?::00)?)$/.exec(
    text(value),
  )
  if (time === null) return value
  return `${time[1]}T${time[2]}.${(time[3] ?? '').padEnd(6, '0')}Z`
}

/** Likes of a text that a later version corrects have the corrected text. */
function expectLikes(rows: readonly Row[], noted: NotedRows): void {
  const known = new Set(builtInQuotes.map(({ text: quote, author }) => `${quote} ${author}`))
  const isChanging = (row: Row) => row['quote_author'] === changingAuthor
  const plain = (all: readonly Row[]) =>
    comparable(
      all.filter((row) => !isChanging(row)),
      noted.quote_likes,
    )
  expect(plain(rows)).toEqual(plain(noted.quote_likes))
  const changing = rows.filter(isChanging)
  const everybody = new Set(noted.profiles.map((row) => row['id']))
  expect(changing).toHaveLength(2)
  expect(new Set(changing.map((row) => row['user_id']))).toEqual(everybody)
  for (const row of changing)
    expect(known).toContain(`${text(row['quote_text'])} ${text(row['quote_author'])}`)
}

type Seen = Exclude<keyof NotedRows, 'removals'>

/** The noted rows that this person may see (D9). */
function visibleTo(id: string, noted: NotedRows): Pick<NotedRows, Seen> {
  const isOwn = (row: Row) => row['user_id'] === id
  const entries = noted.entries.filter((row) => row['is_private'] !== true || isOwn(row))
  const ids = new Set(entries.map((row) => row['id']))
  return {
    ...noted,
    entries,
    reactions: noted.reactions.filter((row) => ids.has(row['entry_id'])),
    last_looks: noted.last_looks.filter((row) => row['id'] === id),
    memory_marks: noted.memory_marks.filter(isOwn),
    replies: noted.replies.filter((row) => ids.has(row['entry_id'])),
    story_links: noted.story_links.filter(
      ({ only_for: reader }) => reader === null || reader === id,
    ),
    reviews: noted.reviews.filter((row) => isOwn(row) && row['is_hidden'] === false),
  }
}

/** The columns that change although the row is the same: a restore draws edit versions, a start notes the name. */
const changes: Partial<Record<Seen, string[]>> = {
  entries: ['edit_version'],
  profiles: ['updated_at'],
}

/** This person sees through the unmodified client what the version held for them in these tables. */
async function expectSeen(
  server: TestServer,
  name: PersonName,
  noted: NotedRows,
  but: Partial<Record<Seen, string[]>> = changes,
  tables = Object.keys(visibleTo('', noted)).filter((table) => table !== 'removals') as Seen[],
): Promise<void> {
  const { rest, id } = await server.client(name)
  const visible = visibleTo(id, noted)
  for (const table of tables) {
    const { data, error } = await rest.from(table).select('*')
    expect(error).toBeNull()
    const rows = (data ?? []) as Row[]
    const same = (all: readonly Row[]) => comparable(all, visible[table], ...(but[table] ?? []))
    // Likes of a corrected text are compared by person.
    if (table === 'quote_likes') {
      expectLikes(rows, noted)
      continue
    }
    expect({ table, rows: same(rows) }).toEqual({ table, rows: same(visible[table]) })
  }
}

/** Both see exactly what the version held for them, and what it removed stays removed. */
async function expectNotedRows(server: TestServer, noted: NotedRows): Promise<void> {
  for (const name of Object.keys(people) as PersonName[]) await expectSeen(server, name, noted)
  const removals = await server.sql()<{ row: Row }[]>`
    select to_jsonb(r) as row from public.removals r`
  const known = new Set(noted.removals.map((row) => row['id']))
  expect(
    comparable(
      removals.map(({ row }) => row).filter((row) => known.has(row['id'])),
      noted.removals,
    ),
  ).toEqual(comparable(noted.removals, noted.removals))
}

/** The database still knows what it alone needs: which rows stay deleted, and who wants which nudges. */
async function expectNotedPrivateRows(server: TestServer, noted: NotedPrivateRows): Promise<void> {
  for (const table of Object.keys(noted) as (keyof NotedPrivateRows)[]) {
    const rows = await server.sql()<{ row: Row }[]>`
      select to_jsonb(held) as row from ${raw(table)} held`
    const found = comparable(
      rows.map(({ row }) => row),
      noted[table],
    )
    expect({ table, found }).toEqual({
      table,
      found: expect.arrayContaining(comparable(noted[table], noted[table])) as unknown,
    })
  }
}

/** Before an update the journal is backed up, as the version had it. */
async function expectBackupFirst(server: TestServer, version: OlderVersion): Promise<void> {
  const { schema } = (await readBackup(backupOf(version))).header
  const folder = path.join(server.dataDir, 'backups')
  const made = readdirSync(server.dataDir).includes('backups') ? readdirSync(folder) : []
  const before = made.filter((name) => name.endsWith('-before-update.json.gz'))
  const isUpdated = schema !== newestMigration
  expect(before).toHaveLength(isUpdated ? 1 : 0)
  if (!isUpdated) return
  const backup = path.join(folder, before[0] ?? '')
  expect(server.logs()).toContain(`Updating the database; as it was it is in ${backup} (2 accounts`)
  const { header, counts } = await readBackup(backup)
  expect(header.schema).toBe(schema)
  expect(counts['public.entries']).toBe(notedRows(version).entries.length)
}

/** An import draws versions, and the ids that follow from person, entry and emoji. */
const changed = ['edit_version', 'visible_since', 'updated_at']
const but = {
  entries: changed,
  reactions: [...changed, 'id'],
  custom_quotes: changed,
  memory_marks: [...changed, 'id'],
  replies: changed,
  story_links: changed,
  reviews: changed,
}
const comparedTables = Object.keys(but) as (keyof typeof but)[]

withBackupBench()

describe.each(inShort(1, olderVersions))('the journal of version %s', (version) => {
  const noted = notedRows(version)

  it.skipIf(noClusterHere !== undefined)(
    'starts on its data directory: both sign in with their old passwords and see exactly the rows it held, and a session goes on',
    async () => {
      const dataDir = unpackDataDir(version)
      const server = await startTestServer({ dataDir })
      try {
        await expectNotedRows(server, noted)
        await expectNotedPrivateRows(server, notedPrivateRows(version))
        expect(server.logs()).not.toContain('FIRST START')
        await expectBackupFirst(server, version)
        await renewSessions(server)
        const renewed = await server.authClient().refreshSession(storedSession(version))
        expect(renewed.error).toBeNull()
        // The answer may be lost: the stored token is the parent of the active one.
        const again = await server.authClient().refreshSession(storedSession(version))
        expect(again.data.session?.refresh_token).toBe(renewed.data.session?.refresh_token)
      } finally {
        await server.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  )

  it('is restored from its backup with exactly the rows it was taken of, both passwords, and no session', async () => {
    // Nothing of the version before is left, or the restore would keep its private rows.
    await bench.server.sql()`truncate entries, removals cascade`
    await bench.restore(backupOf(version))
    await expectNotedRows(bench.server, noted)
    // A restore ended the sessions of the backup, so each has one by now.
    const { output } = await bench.run(['accounts', 'list'])
    for (const { identifier } of Object.values(people))
      expect(output).toContain(`${identifier}  1 signed-in device\n`)
  })

  const given = books.filter((book) => book.version === version)
  const calls = [
    ...given.map((book) => [book]),
    ...(given.length > 1 ? [given, given.toReversed()] : []),
  ]
  it.each(calls.map((files) => [files.map(({ person }) => person).join(', '), files] as const))(
    'comes back from the files to take along of %s with everything that was seen',
    async (_, files) => {
      await bench.server.sql()`
        truncate entries, reactions, quote_likes, custom_quotes, memory_marks, removals cascade`
      const importing = ['import', ...files.map(({ file }) => file), '--yes']
      const { code, output } = await bench.run(importing)
      expect(output).toContain('would add')
      // Files of before there were digests.
      expect(output.includes('whether it was changed cannot be checked')).toBe(
        version === '0.2.0-pre',
      )
      expect(code).toBe(0)
      for (const { person } of files)
        await expectSeen(bench.server, person, noted, but, comparedTables)
    },
  )
})
