import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asPerson,
  createPartner,
  refusal,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
} from '../../../tests/support/database.ts'

let cluster: TestCluster
let db: TestDatabase
let anna: string
let ben: string

beforeAll(async () => {
  cluster = await startTestCluster()
  db = await cluster.createTestDatabase()
  anna = await createPartner(db.sql, 'Anna')
  ben = await createPartner(db.sql, 'Ben')
})
afterAll(async () => {
  await db.drop()
  await cluster.stop()
})

interface Row {
  id: string
  user_id: string
  category: string
  content: string
  completed: boolean
  completed_at: Date | null
  is_private: boolean
  scheduled_date: Date | null
  created_at: Date
  visible_since: Date
  edit_version: number
  updated_at: Date
  [column: string]: unknown
}

type Given = Record<string, string | boolean | Date | null>

async function insert(person: string, given: Given = {}): Promise<Row> {
  const row = { id: randomUUID(), user_id: person, category: 'gedanken', content: 'Text', ...given }
  const [made] = await asPerson(
    db.sql,
    person,
    (sql) => sql<Row[]>`insert into entries ${sql(row)} returning *`,
  )
  if (made === undefined) throw new Error('nothing was inserted')
  return made
}

async function update(person: string, id: string, given: Given): Promise<Row[]> {
  return asPerson(
    db.sql,
    person,
    (sql) => sql<Row[]>`update entries set ${sql(given)} where id = ${id} returning *`,
  )
}

async function remove(person: string, id: string): Promise<number> {
  const { count } = await asPerson(
    db.sql,
    person,
    (sql) => sql`delete from entries where id = ${id}`,
  )
  return count
}

interface Removal {
  kind: string
  readers: string[]
  newer: boolean
}

/** The removals of a row in order; `newer` compares with a version of it, to the microsecond. */
async function removalsOf(id: string, than?: string): Promise<Removal[]> {
  return db.sql<Removal[]>`
    select kind, readers, removed_at > ${than ?? '1970-01-01'}::timestamptz as newer
    from removals where row_id = ${id} order by removed_at`
}

async function exactUpdatedAt(id: string): Promise<string> {
  const [row] = await db.sql<{ at: string }[]>`
    select updated_at::text as at from entries where id = ${id}`
  return row?.at ?? ''
}

const both = () => [anna, ben].sort()
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const days = (count: number) => minutes(count * 24 * 60)

describe('limits of an entry', () => {
  it.each([
    ['an unknown category', { category: 'sonstiges' }, 'entries_category_known'],
    ['empty content', { content: '' }, 'entries_content_length'],
    ['301 code points', { content: '🥰'.repeat(301) }, 'entries_content_length'],
    ['a leading no-break space', { content: ' Text' }, 'entries_content_trimmed'],
    ['a trailing line separator', { content: 'Text\u2028' }, 'entries_content_trimmed'],
    ['a byte order mark at the edge', { content: '\uFEFFText' }, 'entries_content_trimmed'],
    ['decomposed letters', { content: 'Z\u030C' }, 'entries_content_normalized'],
    ['a date outside ideas', { scheduled_date: minutes(1) }, 'entries_scheduled_only_ideas'],
    ['completed without a time', { completed: true }, 'entries_completed_with_time'],
    ['a time without completed', { completed_at: minutes(-1) }, 'entries_completed_with_time'],
  ])('refuses %s', async (_, given, constraint) => {
    expect(await refusal(insert(anna, given as Given))).toMatchObject({ code: '23514', constraint })
  })

  it('takes 300 code points beyond the basic plane', async () => {
    expect((await insert(anna, { content: '🥰'.repeat(300) })).content).toHaveLength(600)
  })

  it('trims exactly what JavaScript trims, in the first two planes', async () => {
    const rows = await db.sql<{ code: number }[]>`
      select code from generate_series(1, 131071) as code
      where code not between 55296 and 57343 and not private.is_trimmed(chr(code) || 'x')`
    const expected = Array.from({ length: 0x1ffff }, (_, index) => index + 1).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && String.fromCodePoint(code).trim() === '',
    )
    expect(rows.map(({ code }) => code)).toEqual(expected)
  })

  it.each([
    ['completed, completed_at', "true, '-infinity'", 'entries_completed_at_range'],
    ['scheduled_date', "'infinity'", 'entries_scheduled_date_range'],
  ])('refuses a time in %s that no device can read', async (columns, values, constraint) => {
    const query = asPerson(db.sql, anna, (sql) =>
      sql.unsafe(`insert into entries (user_id, category, content, ${columns})
        values ('${anna}', 'ideen', 'Text', ${values})`),
    )
    expect(await refusal(query)).toMatchObject({ code: '23514', constraint })
  })
})

describe('times that the server decides (D7, D28)', () => {
  it('takes a time of writing within the past 90 days', async () => {
    const written = days(-89)
    expect((await insert(anna, { created_at: written })).created_at).toEqual(written)
  })

  it.each([
    ['in the future', minutes(5)],
    ['older than 90 days', days(-91)],
  ])('replaces a time of writing %s by its own clock', async (_, given) => {
    const { created_at: made } = await insert(anna, { created_at: given })
    expect(Math.abs(made.getTime() - Date.now())).toBeLessThan(10_000)
  })

  it('counts an entry written offline as visible only now', async () => {
    const made = await insert(anna, { created_at: days(-3) })
    expect(Date.now() - made.visible_since.getTime()).toBeLessThan(10_000)
  })

  it('sets a completion in the future back to now', async () => {
    const made = await insert(anna, { completed: true, completed_at: minutes(60) })
    expect(made.completed_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    const [changed] = await update(anna, made.id, { completed_at: minutes(60) })
    expect(changed?.completed_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('gives every update a strictly later time, even when the clock went back', async () => {
    const { id } = await insert(anna)
    await db.sql`alter table entries disable trigger updated`
    await db.sql`update entries set updated_at = '2100-01-01 00:00:00.000001+00' where id = ${id}`
    await db.sql`alter table entries enable trigger updated`
    await update(anna, id, { content: 'Neu' })
    expect(await exactUpdatedAt(id)).toBe('2100-01-01 00:00:00.000002+00')
    await remove(anna, id)
    expect(await removalsOf(id, '2100-01-01 00:00:00.000002+00')).toMatchObject([{ newer: true }])
  })

  it('keeps the times an owner restores', async () => {
    const id = randomUUID()
    const old = new Date('2020-05-05T05:05:05Z')
    await db.sql`insert into entries (id, user_id, category, content, created_at, visible_since, edit_version)
      values (${id}, ${anna}, 'gedanken', 'Alt', ${old}, ${old}, 7)`
    const [row] = await db.sql<Row[]>`select * from entries where id = ${id}`
    expect(row).toMatchObject({ created_at: old, visible_since: old, edit_version: 7 })
  })
})

describe('rights by column (D10)', () => {
  it('lets the partner tick off any visible entry and nothing else of it', async () => {
    const { id } = await insert(anna)
    const toggled = await update(ben, id, { completed: true, completed_at: minutes(-1) })
    expect(toggled).toMatchObject([{ completed: true, edit_version: 1 }])
    for (const given of [{ content: 'Fremd' }, { category: 'ideen' }, { is_private: true }]) {
      expect(await refusal(update(ben, id, given))).toMatchObject({
        code: '42501',
        message: 'only the author may change this',
      })
    }
  })

  it('lets the partner edit text and date of an idea, but neither category nor privacy', async () => {
    const { id } = await insert(anna, { category: 'ideen' })
    const date = minutes(100)
    expect(await update(ben, id, { content: 'Anders', scheduled_date: date })).toMatchObject([
      { content: 'Anders', scheduled_date: date, edit_version: 2 },
    ])
    for (const given of [{ category: 'gedanken' }, { is_private: true }]) {
      expect((await refusal(update(ben, id, given))).code).toBe('42501')
    }
  })

  it('accepts an edit that repeats the values as they are', async () => {
    const { id } = await insert(anna)
    const same = { content: 'Text', category: 'gedanken', is_private: false, scheduled_date: null }
    expect(await update(ben, id, same)).toMatchObject([{ edit_version: 1 }])
  })

  it.each(['id', 'user_id', 'created_at', 'visible_since', 'edit_version', 'updated_at'])(
    'lets nobody set %s by an update',
    async (column) => {
      const { id } = await insert(anna)
      const value = { id: randomUUID(), user_id: ben, edit_version: '5' }[column] ?? minutes(-5)
      expect((await refusal(update(anna, id, { [column]: value }))).code).toBe('42501')
    },
  )

  it('refuses the unchangeable columns also where a grant is too wide', async () => {
    const { id } = await insert(anna)
    await db.sql`grant update on entries to authenticated`
    try {
      for (const given of [{ id: randomUUID() }, { user_id: ben }, { created_at: minutes(-5) }]) {
        expect((await refusal(update(anna, id, given as Given))).code).toBe('42501')
      }
      const [row] = await update(anna, id, {
        visible_since: days(9),
        edit_version: '9',
        updated_at: days(9),
      })
      expect(row?.edit_version).toBe(1)
      expect(row?.visible_since.getTime()).toBeLessThan(Date.now() + 1000)
      expect(row?.updated_at.getTime()).toBeLessThan(Date.now() + 1000)
    } finally {
      await db.sql`revoke update on entries from authenticated`
      await db.sql`grant update (category, content, completed, completed_at, is_private, scheduled_date)
        on entries to authenticated`
    }
  })

  it('clears the date of an idea that becomes something else', async () => {
    const { id } = await insert(anna, { category: 'ideen', scheduled_date: minutes(100) })
    expect(await update(anna, id, { category: 'gedanken' })).toMatchObject([
      { scheduled_date: null, edit_version: 2 },
    ])
    expect((await refusal(update(anna, id, { scheduled_date: minutes(100) }))).code).toBe('23514')
  })
})

describe('the version of an edit', () => {
  it('rises with text, category, date and privacy, not with a toggle', async () => {
    const { id } = await insert(anna, { category: 'ideen' })
    const versions: unknown[] = []
    for (const given of [
      { completed: true, completed_at: minutes(-1) },
      { content: 'Neu' },
      { scheduled_date: minutes(10) },
      { is_private: true },
      { category: 'gedanken' },
      { category: 'gedanken', content: 'Neu' },
    ]) {
      const [row] = await update(anna, id, given as Given)
      versions.push(row?.edit_version)
    }
    expect(versions).toEqual([1, 2, 3, 4, 5, 5])
  })

  it('admits only one of two edits based on the same version', async () => {
    const { id } = await insert(anna, { category: 'ideen' })
    const edit = (person: string, content: string) =>
      asPerson(db.sql, person, async (sql) => {
        const rows = await sql`
          update entries set content = ${content} where id = ${id} and edit_version = 1 returning id`
        return rows.length
      })
    const counts = await Promise.all([edit(anna, 'A'), edit(ben, 'B')])
    expect(counts.sort()).toEqual([0, 1])
  })
})

describe('removals', () => {
  it('tells both of a deleted shared entry, later than its last version', async () => {
    const { id } = await insert(anna)
    const last = await exactUpdatedAt(id)
    expect(await remove(anna, id)).toBe(1)
    const [removal] = await removalsOf(id, last)
    expect(removal).toMatchObject({ kind: 'deleted', newer: true })
    expect(removal?.readers.sort()).toEqual(both())
  })

  it('tells nobody but the author of a deleted private entry', async () => {
    const { id } = await insert(anna, { is_private: true })
    await remove(anna, id)
    expect(await removalsOf(id)).toMatchObject([{ kind: 'deleted', readers: [anna] }])
  })

  it('tells only the partner of an entry that became private, between its versions', async () => {
    const { id } = await insert(anna)
    const shared = await exactUpdatedAt(id)
    await update(anna, id, { is_private: true })
    expect(await removalsOf(id, shared)).toMatchObject([
      { kind: 'hidden', readers: [ben], newer: true },
    ])
    await update(anna, id, { is_private: false })
    expect(await removalsOf(id, await exactUpdatedAt(id))).toMatchObject([{ newer: false }])
  })

  it('writes none while privacy stays as it is', async () => {
    const { id } = await insert(anna, { is_private: true })
    await update(anna, id, { content: 'Noch geheim', is_private: true })
    expect(await removalsOf(id)).toEqual([])
  })

  it('never lets a deleted id come back (D13)', async () => {
    const { id } = await insert(anna)
    await remove(anna, id)
    for (const person of [anna, ben]) {
      expect(await refusal(insert(person, { id }))).toMatchObject({
        code: '23505',
        constraint: 'entries_pkey',
      })
    }
  })

  it('answers a second insert of a living id in the same way', async () => {
    const { id } = await insert(anna)
    expect(await refusal(insert(anna, { id }))).toMatchObject({
      code: '23505',
      constraint: 'entries_pkey',
    })
  })

  it('lets an id that only became hidden be answered as existing', async () => {
    const { id } = await insert(anna)
    await update(anna, id, { is_private: true })
    expect((await refusal(insert(ben, { id }))).code).toBe('23505')
  })
})

describe('an entry that becomes shared', () => {
  it('is visible from then on, and its reactions with it', async () => {
    const { id } = await insert(anna)
    await asPerson(
      db.sql,
      ben,
      (sql) => sql`
      insert into reactions (entry_id, user_id, emoji) values (${id}, ${ben}, '🔥')`,
    )
    await update(anna, id, { is_private: true })
    const read = () => db.sql<{ visible_since: Date; updated_at: string }[]>`
      select visible_since, updated_at::text from reactions where entry_id = ${id}`
    const [before] = await read()
    const [shared] = await update(anna, id, { is_private: false })
    const [after] = await read()
    expect(after?.visible_since).toEqual(shared?.visible_since)
    expect(String(after?.updated_at) > String(before?.updated_at)).toBe(true)
    expect(shared?.visible_since.getTime()).toBeGreaterThan(
      before?.visible_since.getTime() ?? Infinity,
    )
  })
})
