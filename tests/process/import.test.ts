import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { raw } from 'sql-template-tag'
import { takeAlong, withoutDigests } from '../support/book.ts'
import { isFull } from '../support/short.ts'
import { backupBench, type BackupBench } from './support/backup-bench.ts'
import { fillJournal } from './support/journal-state.ts'

const length = isFull ? 100_000 : 3_000
// A hundred thousand entries take their time.
if (isFull) vi.setConfig({ testTimeout: 600_000 })
let bench: BackupBench
let file: string

beforeAll(async () => {
  bench = await backupBench()
  await fillJournal(bench.server.sql(), length)
  file = bench.file('tagebuch.html')
  writeFileSync(file, await takeAlong(bench.server, 'Jonas', true))
}, 600_000)
afterAll(async () => bench.close())

const importing = (given = file) => bench.run(['import', given, '--yes'])

/** What the two wrote, as far as Jonas may see it: each table's number of rows and their hash. */
async function written(): Promise<Readonly<Record<string, string>>> {
  const pool = bench.server.pool()
  const seen = `(not e.is_private or e.user_id = (select id from profiles where name = 'Jonas'))`
  const queries = {
    entries: `select (to_jsonb(e) - 'visible_since' - 'edit_version' - 'updated_at')::text as row
      from entries e where ${seen} order by id`,
    reactions: `select concat_ws(' ', entry_id, r.user_id, emoji, r.created_at) as row
      from reactions r join entries e on e.id = entry_id where ${seen} order by 1`,
    reviews: `select concat_ws(' ', id, entry_id, direction, grade, words_hash, created_at) as row
      from reviews where not is_hidden and user_id = (select id from profiles where name = 'Jonas') order by 1`,
    quote_likes: `select concat_ws(' ', user_id, quote_text, quote_author, created_at) as row
      from quote_likes order by 1`,
    story_links: `select concat_ws(' ', s.id, s.user_id, idea_id, s.created_at) as row
      from story_links s where only_for is null
        or only_for = (select id from profiles where name = 'Jonas') order by 1`,
    custom_quotes: `select (to_jsonb(q) - 'updated_at')::text as row from custom_quotes q order by id`,
  }
  const hashes: Record<string, string> = {}
  for (const [table, query] of Object.entries(queries)) {
    const rows = await pool.query<{ row: string }>(raw(query))
    const hash = createHash('sha256').update(rows.map(({ row }) => row).join('\n'))
    hashes[table] = `${rows.length} ${hash.digest('hex')}`
  }
  return hashes
}

/** As a new journal: without rows, and without a word about those that were deleted. */
async function empty(): Promise<void> {
  await bench.server.sql()`truncate entries, reactions, quote_likes, custom_quotes, removals cascade`
}

describe('npm run import', () => {
  it('restores every row of both with the original times, and a second import adds nothing', async () => {
    const before = await written()
    expect(Number.parseInt(before['entries'] ?? '', 10)).toBeGreaterThan(length / 2)
    await empty()
    const done = await importing()
    expect(done).toMatchObject({ code: 0 })
    expect(await written()).toEqual(before)
    const again = await importing()
    expect(again.output).toContain(
      'would add 0 entries, 0 reactions, 0 replies, 0 likes, 0 quotes, 0 memory marks, 0 stories of ideas, 0 reviews.',
    )
    expect(await written()).toEqual(before)
  }, 600_000)

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
    const done = await importing()
    expect(done.output).toMatch(/would add 0 entries.*1 were deleted since.*have no entry/)
    expect(await sql`select from entries where id = ${String(gone?.['id'])}`).toHaveLength(0)
    const [row] = await sql`select content from entries where id = ${String(kept?.['id'])}`
    expect(row?.['content']).toBe('inzwischen anders')
  })

  it('keeps dates without a time on their day where the journal has another time zone since', async () => {
    const sql = bench.server.sql()
    await empty()
    await sql`
      insert into entries (id, user_id, category, content, scheduled_date)
      select gen_random_uuid(), id, 'ideen', 'Ans Meer', '2026-12-24 00:00+01' from profiles
      where name = 'Jonas'`
    const book = bench.file('other-zone.html')
    writeFileSync(book, await takeAlong(bench.server, 'Jonas', true))
    await empty()
    await sql`update journal set time_zone = 'Asia/Tokyo'`
    expect(await importing(book)).toMatchObject({ code: 0 })
    const [row] = await sql`select scheduled_date from entries`
    expect(row?.['scheduled_date']).toEqual(new Date('2026-12-24T00:00:00+09:00'))
    await sql`update journal set time_zone = 'Europe/Berlin'`
  })

  it(
    'refuses a file of others or one that is cut off, in words, and asks before it adds',
    { tags: ['long'] },
    async () => {
      const text = readFileSync(file, 'utf8')
      const foreign = bench.file('foreign.html')
      writeFileSync(
        foreign,
        withoutDigests(text).replaceAll('@tagebuch.internal', 'x@tagebuch.internal'),
      )
      expect((await importing(foreign)).output).toContain('who are not the two people')
      const short = bench.file('short.html')
      writeFileSync(short, text.slice(0, text.indexOf('data-part="end"')))
      expect((await importing(short)).output).toContain('is cut off')
      const changed = bench.file('changed.html')
      writeFileSync(changed, text.replace('"content":"', '"content":"Nicht '))
      expect((await importing(changed)).output).toContain('is damaged or was changed')
      writeFileSync(changed, withoutDigests(text))
      expect((await importing(changed)).output).toContain(
        'whether it was changed cannot be checked',
      )
      await empty()
      const asked = await bench.run(['import', file])
      expect(asked.code).toBe(1)
      expect(asked.output).toContain('confirm with --yes')
      expect(await bench.server.sql()`select from entries`).toHaveLength(0)
    },
  )
})
