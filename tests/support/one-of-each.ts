import { randomUUID } from 'node:crypto'
import { raw } from 'sql-template-tag'
import type { TestSql } from './sql.ts'

type EntryKind = 'shared' | 'idea' | 'hidden' | 'hiddenIdea' | 'unlinkedStory' | 'partnersStory'
type OtherKind = 'reactions' | 'hiddenReaction' | 'quote_likes' | 'custom_quotes'
/** The ids of rows, by what they are. */
export type OneOfEach = Readonly<Record<EntryKind | OtherKind, string>>

/** Writes rows of the author into every table, and of entries one of each kind; returns their ids. */
export async function writeOneOfEach(
  sql: TestSql,
  author: string,
  partner: string,
): Promise<OneOfEach> {
  await sql`insert into journal (time_zone, special_days, days_counter_from)
    values ('Europe/Berlin', '[]', '2025-08-17')`
  const made: Record<string, string> = {}
  const entries = {
    shared: ['gedanken', false],
    idea: ['ideen', false],
    hidden: ['gedanken', true],
    hiddenIdea: ['ideen', true],
  } as const
  for (const [name, [category, isPrivate]] of Object.entries(entries)) {
    made[name] = await newEntry(sql, author, category, isPrivate)
  }
  for (const [name, entry] of [
    ['reactions', made['shared']],
    ['hiddenReaction', made['hidden']],
  ] as const) {
    made[name] = randomUUID()
    await sql`insert into reactions (id, entry_id, user_id, emoji)
      values (${made[name]}, ${entry ?? ''}, ${author}, '🔥')`
  }
  for (const table of ['quote_likes', 'custom_quotes']) {
    made[table] = randomUUID()
    await sql`insert into ${raw(table)} (id, user_id, quote_text, quote_author)
      values (${made[table]}, ${author}, 'Text', 'Jemand')`
  }
  const stories = {
    story: [author, 'idea', false],
    hiddenStory: [author, 'idea', true],
    unlinkedStory: [author, undefined, false],
    partnersStory: [partner, undefined, false],
  } as const
  for (const [name, [person, idea, isPrivate]] of Object.entries(stories)) {
    made[name] = await newEntry(sql, person, 'erzaehlen', isPrivate)
    if (idea !== undefined)
      await sql`insert into story_links (id, user_id, idea_id)
        values (${made[name]}, ${person}, ${made[idea] ?? ''})`
  }
  await sql`insert into memory_marks (entry_id, user_id) values (${made['shared'] ?? ''}, ${author})`
  await sql`insert into replies (entry_id, user_id, content)
    values (${made['shared'] ?? ''}, ${author}, 'Text')`
  await sql`insert into photos (entry_id, user_id, position, width, height, placeholder, bytes)
    values (${made['shared'] ?? ''}, ${author}, 0, 4, 3, 'AAAAAAA=', 1)`
  await sql`insert into reviews (entry_id, user_id, direction, grade, words_hash)
    values (${made['shared'] ?? ''}, ${author}, 'de-hr', 3, ${randomUUID()})`
  for (const isPrivate of [false, true])
    await sql`delete from entries where id = ${await newEntry(sql, author, 'gedanken', isPrivate)}`
  return made as OneOfEach
}

async function newEntry(sql: TestSql, person: string, category: string, isPrivate: boolean) {
  const id = randomUUID()
  await sql`insert into entries (id, user_id, category, content, is_private)
    values (${id}, ${person}, ${category}, 'Text', ${isPrivate})`
  return id
}
