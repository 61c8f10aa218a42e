import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { raw } from 'sql-template-tag'
import { journalTables as tables, type JournalTable as Table } from '../../domain/journal-tables.ts'
import { noteServerStart } from '../accounts/server-start.ts'
import { writeOneOfEach, type OneOfEach } from '../../../tests/support/one-of-each.ts'
import { asPerson, createStranger, refusal } from '../../../tests/support/database.ts'
import {
  addTwoPeople,
  author,
  db,
  partner,
  withDatabase,
} from '../../../tests/support/test-database.ts'

/** The two partners, someone with an account but no profile, a forged id, and no account. */
const people = ['author', 'partner', 'stranger', 'forged', 'anonymous'] as const
type Person = (typeof people)[number]
const outsiders = ['stranger', 'forged'] as const

let ids: Record<Person, string | null>
let rows: OneOfEach

withDatabase()
beforeEach(async () => {
  await db.empty()
  await addTwoPeople()
  const stranger = await createStranger(db.sql, 'fremd@example.org')
  ids = { author, partner, stranger, forged: randomUUID(), anonymous: null }
  rows = await writeOneOfEach(db.sql, author, partner)
  await noteServerStart(db.pool)
})

function count(person: Person, table: Table): Promise<number> {
  return asPerson(db.sql, ids[person], async (sql) => {
    const found = await sql`select * from ${raw(table)}`
    return found.length
  })
}

/** Rows affected by a statement, or the SQLSTATE it is refused with. */
async function effect(person: Person, statement: string): Promise<number | string> {
  const query = asPerson(db.sql, ids[person], async (sql) => {
    await sql.run(`do $do$ declare affected int; begin
      ${statement};
      get diagnostics affected = row_count;
      perform set_config('test.affected', affected::text, true);
    end $do$`)
    const [row] = await sql<{ affected: number }[]>`
      select current_setting('test.affected')::int as affected`
    return row?.affected ?? -1
  })
  try {
    return await query
  } catch {
    return (await refusal(query)).code
  }
}

describe('reading', () => {
  it.each([
    ['journal', 1, 1],
    ['profiles', 2, 2],
    ['entries', 8, 5],
    ['reactions', 2, 1],
    ['replies', 1, 1],
    ['photos', 1, 1],
    ['quote_likes', 1, 1],
    ['custom_quotes', 1, 1],
    ['memory_marks', 1, 0],
    ['story_links', 2, 1],
    ['reviews', 1, 0],
    ['removals', 2, 1],
    ['last_looks', 1, 1],
    ['server_starts', 1, 1],
  ] as const)('of %s shows the author %i and the partner %i rows', async (table, own, others) => {
    expect(await count('author', table)).toBe(own)
    expect(await count('partner', table)).toBe(others)
    for (const person of outsiders) expect(await count(person, table)).toBe(0)
    expect((await refusal(count('anonymous', table))).code).toBe('42501')
  })

  it('shows a person without profile nothing, with any id that they claim', async () => {
    await db.sql`insert into entries (user_id, category, content) values (${ids.partner}, 'gedanken', 'x')`
    await db.sql`update removals set readers = readers || ${ids.forged}::uuid`
    expect(await count('forged', 'removals')).toBe(0)
  })
})

const insertInto: Record<Table, (owner: string) => string> = {
  journal: () =>
    `insert into journal (id, time_zone, special_days, days_counter_from) values (true, 'UTC', '[]', now())`,
  profiles: (owner) => `insert into profiles (id, name) values ('${owner}', 'x')`,
  entries: (owner) =>
    `insert into entries (user_id, category, content) values ('${owner}', 'ideen', 'x')`,
  reactions: (owner) =>
    `insert into reactions (entry_id, user_id, emoji) values ('${rows.shared}', '${owner}', '👀')`,
  replies: (owner) =>
    `insert into replies (entry_id, user_id, content) values ('${rows.shared}', '${owner}', 'x')`,
  photos: (owner) =>
    `insert into photos (entry_id, user_id, position, width, height, placeholder, bytes)
     values ('${rows.shared}', '${owner}', 1, 4, 3, 'AAAAAAA=', 1)`,
  photo_files: () => `insert into photo_files values (gen_random_uuid(), 'full', 'image/webp', '')`,
  quote_likes: (owner) =>
    `insert into quote_likes (user_id, quote_text, quote_author) values ('${owner}', 'x', 'y')`,
  custom_quotes: (owner) =>
    `insert into custom_quotes (user_id, quote_text, quote_author) values ('${owner}', 'x', 'y')`,
  memory_marks: (owner) =>
    `insert into memory_marks (entry_id, user_id, until) values ('${rows.shared}', '${owner}', '2026-11-22')`,
  // The author's story is linked by one of theirs, the partner's by none.
  story_links: (owner) =>
    `insert into story_links (id, user_id, idea_id) values
     ('${owner === ids.partner ? rows.partnersStory : rows.unlinkedStory}', '${owner}', '${rows.idea}')`,
  reviews: (owner) =>
    `insert into reviews (entry_id, user_id, direction, grade, words_hash)
     values ('${rows.shared}', '${owner}', 'hr-de', 1, gen_random_uuid())`,
  removals: (owner) =>
    `insert into removals (table_name, row_id, readers, kind, removed_at, updated_at)
     values ('entries', gen_random_uuid(), '{${owner}}', 'deleted', now(), now())`,
  last_looks: (owner) => `insert into last_looks (id) values ('${owner}')`,
  server_starts: (owner) =>
    `insert into server_starts values (gen_random_uuid(), '${owner}', 2, now(), now())`,
}
const written: readonly Table[] = [
  'entries',
  'reactions',
  'replies',
  'quote_likes',
  'custom_quotes',
  'memory_marks',
  'story_links',
  'reviews',
]

describe('inserting', () => {
  it.each(tables)('into %s in one’s own name', async (table) => {
    const expected = written.includes(table) ? 1 : '42501'
    for (const person of ['author', 'partner'] as const) {
      expect(await effect(person, insertInto[table](ids[person] ?? ''))).toBe(expected)
    }
    for (const person of outsiders) {
      expect(await effect(person, insertInto[table](ids[person] ?? ''))).toBe('42501')
    }
  })

  it.each(tables)('into %s in another’s name is refused to everyone', async (table) => {
    for (const person of people) {
      const other = person === 'author' ? ids.partner : ids.author
      expect(await effect(person, insertInto[table](other ?? ''))).toBe('42501')
    }
  })

  it.each(['visible_since', 'updated_at'])('never takes %s from a person', async (column) => {
    const statement = `insert into entries (user_id, category, content, ${column})
      values ('${ids.author}', 'ideen', 'x', now())`
    expect(await effect('author', statement)).toBe('42501')
  })
})

describe('updating', () => {
  it('both may tick off an entry that they can see', async () => {
    const toggle = (id: string) =>
      `update entries set completed = true, completed_at = now() where id = '${id}'`
    expect(await effect('partner', toggle(rows.shared))).toBe(1)
    expect(await effect('author', toggle(rows.hidden))).toBe(1)
    expect(await effect('partner', toggle(rows.hidden))).toBe(0)
    expect(await effect('partner', toggle(randomUUID()))).toBe(0)
    for (const person of outsiders) expect(await effect(person, toggle(rows.shared))).toBe(0)
    expect(await effect('anonymous', toggle(rows.shared))).toBe('42501')
  })

  it('the partner cannot edit a hidden idea', async () => {
    const edit = (id: string) => `update entries set content = 'neu' where id = '${id}'`
    expect(await effect('partner', edit(rows.idea))).toBe(1)
    expect(await effect('partner', edit(rows.hiddenIdea))).toBe(0)
  })

  it.each([
    `update journal set time_zone = 'UTC'`,
    `update profiles set name = 'x'`,
    `update reactions set emoji = '👀'`,
    `update replies set entry_id = id`,
    `update quote_likes set quote_text = 'x'`,
    `update custom_quotes set quote_text = 'x'`,
    `update memory_marks set until = null`,
    `update story_links set idea_id = id`,
    `update reviews set grade = 1`,
    `delete from reviews`,
    `update removals set readers = '{}'`,
    `update last_looks set id = gen_random_uuid()`,
  ])('is refused to everyone: %s', async (statement) => {
    for (const person of people) expect(await effect(person, statement)).toBe('42501')
  })

  it('only the person’s own read marker', async () => {
    const statement = 'update last_looks set seen_until = now()'
    expect(await effect('author', statement)).toBe(1)
    for (const person of outsiders) expect(await effect(person, statement)).toBe(0)
    expect(await effect('anonymous', statement)).toBe('42501')
  })
})

describe('deleting', () => {
  it('an entry is the author’s, an idea everybody’s, a hidden idea the author’s again', async () => {
    const wipe = (id: string) => `delete from entries where id = '${id}'`
    expect(await effect('partner', wipe(rows.shared))).toBe(0)
    expect(await effect('partner', wipe(rows.hidden))).toBe(0)
    expect(await effect('partner', wipe(rows.hiddenIdea))).toBe(0)
    expect(await effect('partner', wipe(rows.idea))).toBe(1)
    for (const id of [rows.shared, rows.hidden, rows.hiddenIdea]) {
      expect(await effect('author', wipe(id))).toBe(1)
    }
  })

  it('without a condition reaches no more than that', async () => {
    // The idea, and the partner's own story.
    expect(await effect('partner', 'delete from entries')).toBe(2)
    expect(await count('author', 'entries')).toBe(6)
  })

  it.each(['reactions', 'quote_likes', 'custom_quotes'] as const)(
    'of %s is the writer’s',
    async (table) => {
      expect(await effect('partner', `delete from ${table}`)).toBe(0)
      for (const person of outsiders) expect(await effect(person, `delete from ${table}`)).toBe(0)
      expect(await effect('anonymous', `delete from ${table}`)).toBe('42501')
      expect(await effect('author', `delete from ${table} where id = '${rows[table]}'`)).toBe(1)
    },
  )

  it.each(['journal', 'profiles', 'removals', 'story_links', 'last_looks', 'server_starts'])(
    'of %s may be called by no client',
    async (table) => {
      for (const person of people)
        expect(await effect(person, `delete from ${table}`)).toBe('42501')
    },
  )
})

describe('rights beside row level security', () => {
  it.each(tables)('truncating %s is refused to everyone', async (table) => {
    for (const person of people)
      expect(await effect(person, `truncate ${table} cascade`)).toBe('42501')
  })

  it('no client can read the accounts', async () => {
    for (const person of people)
      expect(await effect(person, 'select * from auth.users')).toBe('42501')
  })

  it('a person who loses their profile sees nothing', async () => {
    await db.sql`delete from entries where user_id = ${ids.partner}`
    await db.sql`delete from last_looks where id = ${ids.partner}`
    await db.sql`delete from profiles where id = ${ids.partner}`
    expect(await count('partner', 'entries')).toBe(0)
  })
})
