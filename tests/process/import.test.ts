import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { rewritten, takeAlong, type FilePart } from '../support/book.ts'
import type { PersonName } from '../support/server.ts'
import { bench, withBackupBench } from './support/backup-bench.ts'
import { fillJournal, journalState } from './support/journal-state.ts'

const length = 3_000
let his: string
let hers: string

withBackupBench()
beforeAll(async () => {
  await fillJournal(bench.server.sql(), length)
  his = bench.file('his.html')
  hers = bench.file('hers.html')
  writeFileSync(his, await takeAlong(bench.server, 'Jonas', true))
  writeFileSync(hers, await takeAlong(bench.server, 'Željka', true))
})

const importing = (...given: string[]) => bench.run(['import', ...given, '--yes'])

/** Tables that are in no file: what they hold is of the accounts, of devices or of this server. */
const tablesLeft = ['journal', 'profiles', 'removals', 'last_looks', 'server_starts']
/** `import-photos.test.ts` brings these back. */
const photoTables = ['photos', 'photo_files']

/** Columns that stay behind on purpose. */
const columnsLeft: Readonly<Record<string, string>> = {
  updated_at: 'the version that this database gives a row',
  visible_since: 'older than each read marker, so that no bell counts it',
  edit_version: 'random, and drawn again',
  'reactions.id': 'derived from accounts, which another journal has others of',
  'quote_likes.id': 'derived from accounts',
  'memory_marks.id': 'derived from accounts',
}

/** Rows that neither of the two may see, so neither file has them. */
const unseen: Readonly<Record<string, string>> = {
  reviews: 'is_hidden',
  story_links: `idea_id is null or only_for = '00000000-0000-0000-0000-000000000000'`,
}

/** The tables and columns that come back, by the catalogue. */
async function comparedColumns(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await bench.server.pool().query<{ name: string; columns: string[] }>(
    raw(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind = 'r' group by relname`),
  )
  const tables = rows.filter(
    ({ name }) => !tablesLeft.includes(name) && !photoTables.includes(name),
  )
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.filter((column) => !(column in columnsLeft || `${name}.${column}` in columnsLeft)),
    ]),
  )
}

/** All rows that one of the two may see, or this one, as lines of a table. */
async function written(reader?: PersonName): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await comparedColumns()
  const [profile] = await bench.server.sql()<{ id: string }[]>`
    select id::text from profiles where name = ${reader ?? 'Jonas'}`
  const claims = JSON.stringify({ sub: profile?.id, role: 'authenticated' })
  const settings = { role: 'authenticated', 'request.jwt.claims': claims }
  return bench.server.pool().transaction(
    async (transaction) => {
      const lines: Record<string, readonly string[]> = {}
      for (const [name, columns] of tables) {
        const rows = await transaction.query<{ line: string }>(
          raw(`
          select jsonb_build_array(${columns.join()})::text as line from public.${name}
          where not (${unseen[name] ?? 'false'}) order by 1`),
        )
        lines[name] = rows.map(({ line }) => line)
      }
      return lines
    },
    reader === undefined ? {} : { settings },
  )
}

/** As a new journal: without rows, and without a word about those that were deleted. */
async function empty(): Promise<void> {
  await bench.server.sql()`truncate entries, reactions, quote_likes, custom_quotes, removals cascade`
}

/** A file of a journal in which Jonas has this idea for a day. */
async function withOneEntry(content: string): Promise<string> {
  await empty()
  await bench.server.sql()`
    insert into entries (id, user_id, category, content, scheduled_date)
    select gen_random_uuid(), id, 'ideen', ${content}, '2026-12-24 00:00+01' from profiles
    where name = 'Jonas'`
  return takeAlong(bench.server, 'Jonas', true)
}

describe('npm run import', () => {
  it('is tried with a journal in which every column that comes back is filled', async () => {
    for (const [name, columns] of await comparedColumns())
      for (const column of columns) {
        const [row] = await bench.server.pool().query<{ filled: number }>(
          raw(`
          select count(${column})::int as filled from public.${name}`),
        )
        expect([name, column, row?.filled]).not.toEqual([name, column, 0])
      }
  })

  it('restores every row of both from their two files in any order, and a second import adds nothing', async () => {
    const before = await written()
    expect(before['entries']?.length).toBeGreaterThan(length / 2)
    for (const given of [
      [hers, his],
      [his, hers],
    ]) {
      await empty()
      expect(await importing(...given)).toMatchObject({ code: 0 })
      expect(await written()).toEqual(before)
    }
    const again = await importing(his, hers)
    expect(again.code).toBe(0)
    expect(again.output).toContain(
      'This would add 0 entries, 0 reactions, 0 replies, 0 photos, 0 quote likes, 0 custom quotes, 0 memory marks, 0 story links, 0 reviews.',
    )
    expect(await written()).toEqual(before)
  })

  it('restores all that its maker saw from one file alone, the other’s shared rows too', async () => {
    const all = await written()
    const seen = await written('Jonas')
    await empty()
    expect(await importing(his)).toMatchObject({ code: 0 })
    expect(await written()).toEqual(seen)
    expect(seen['entries']?.length).toBeLessThan(all['entries']?.length ?? 0)
    expect(await importing(hers)).toMatchObject({ code: 0 })
    expect(await written()).toEqual(all)
  })

  it('takes a file that is named twice in one call once', async () => {
    const seen = await written('Jonas')
    await empty()
    expect(await importing(his, his)).toMatchObject({ code: 0 })
    expect(await written()).toEqual(seen)
    expect(await importing(hers)).toMatchObject({ code: 0 })
  })

  it('adds no news: nothing is newer than the other’s read marker', async () => {
    const [news] = await bench.server.sql()`
      select count(*)::int as count from entries e
      join last_looks l on l.id <> e.user_id and e.visible_since > l.seen_until`
    expect(news?.['count']).toBe(0)
  })

  it('leaves rows deleted that were deleted since, and overwrites nothing', async () => {
    const sql = bench.server.sql()
    const [gone] = await sql`
      delete from entries where id = (select id from entries where not is_private
        and exists (select from reactions r where r.entry_id = entries.id) order by id limit 1)
      returning id::text`
    const [kept] = await sql`
      update entries set content = 'inzwischen anders' where id = (
        select id from entries where category = 'gedanken' and not is_private order by id limit 1)
      returning id::text`
    const done = await importing(his, hers)
    expect(done.output).toMatch(/would add 0 entries.*1 were deleted since.*belong to no entry/)
    expect(await sql`select from entries where id = ${String(gone?.['id'])}`).toHaveLength(0)
    const [row] = await sql`select content from entries where id = ${String(kept?.['id'])}`
    expect(row?.['content']).toBe('inzwischen anders')
  })

  it('takes a row as the file says it that was made last, in any order', async () => {
    const name = ([part, value]: FilePart, given: object): FilePart =>
      part === 'header' ? [part, { ...(value as object), ...given }] : [part, value]
    const [older, newer] = [bench.file('older.html'), bench.file('newer.html')]
    const text = await withOneEntry('Am Meer')
    writeFileSync(older, text)
    const changed = { madeAt: '2026-11-23T11:00:00.000000Z' }
    writeFileSync(
      newer,
      rewritten(text.replace('Am Meer', 'Am See'), (parts) =>
        parts.map((part) => name(part, changed)),
      ),
    )
    for (const given of [
      [older, newer],
      [newer, older],
    ]) {
      await empty()
      expect(await importing(...given)).toMatchObject({ code: 0 })
      expect(await bench.server.sql()`select content from entries`).toEqual([{ content: 'Am See' }])
    }
  })

  it('keeps dates without a time on their day where the journal has another time zone since', async () => {
    const sql = bench.server.sql()
    const book = bench.file('other-zone.html')
    writeFileSync(book, await withOneEntry('Ans Meer'))
    await empty()
    await sql`update journal set time_zone = 'Asia/Tokyo'`
    expect(await importing(book)).toMatchObject({ code: 0 })
    const [row] = await sql`select scheduled_date from entries`
    expect(row?.['scheduled_date']).toEqual(new Date('2026-12-24T00:00:00+09:00'))
    await sql`update journal set time_zone = 'Europe/Berlin'`
  })

  it('asks before it adds', async () => {
    await bench.server.sql()`delete from replies`
    const before = await journalState(bench.server.sql())
    const asked = await bench.run(['import', his])
    expect(asked.code).toBe(1)
    expect(asked.output).toContain('confirm with --yes')
    expect(asked.output).toMatch(/would add .*[1-9]\d* replies/)
    expect(await journalState(bench.server.sql())).toEqual(before)
  })
})
