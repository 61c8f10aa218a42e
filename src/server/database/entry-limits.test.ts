import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentLimit } from '../../domain/limits.ts'
import { asPerson, refusal } from '../../../tests/support/database.ts'
import { anna, db, withTwoPeople } from '../../../tests/support/test-database.ts'
import {
  insertEntry,
  minutesFromNow as minutes,
  removalsOf,
  removeEntry,
  updatedAt,
  updateEntry,
  type EntryRow,
} from '../../../tests/support/entry-rows.ts'

withTwoPeople()

const days = (count: number) => minutes(count * 24 * 60)

describe('limits of an entry', () => {
  it.each([
    ['an unknown category', { category: 'sonstiges' }, 'entries_category_known'],
    ['empty content', { content: '' }, 'entries_content_length'],
    ['too many code points', { content: '🥰'.repeat(contentLimit + 1) }, 'entries_content_length'],
    ['a leading no-break space', { content: ' Text' }, 'entries_content_trimmed'],
    ['a trailing line separator', { content: 'Text\u2028' }, 'entries_content_trimmed'],
    ['a byte order mark at the edge', { content: '\uFEFFText' }, 'entries_content_trimmed'],
    ['decomposed letters', { content: 'Z\u030C' }, 'entries_content_normalized'],
    ['a date outside ideas', { scheduled_date: minutes(1) }, 'entries_scheduled_only_ideas'],
    ['completed without a time', { completed: true }, 'entries_completed_with_time'],
    ['a time without completed', { completed_at: minutes(-1) }, 'entries_completed_with_time'],
  ])('refuses %s', async (_, given, constraint) => {
    expect(await refusal(insertEntry(anna, given))).toMatchObject({ code: '23514', constraint })
  })

  it('takes code points up to the limit beyond the basic plane', async () => {
    expect((await insertEntry(anna, { content: '🥰'.repeat(contentLimit) })).content).toHaveLength(
      2 * contentLimit,
    )
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
      sql.run(`insert into entries (user_id, category, content, ${columns})
        values ('${anna}', 'ideen', 'Text', ${values})`),
    )
    expect(await refusal(query)).toMatchObject({ code: '23514', constraint })
  })
})

describe('times that the server decides (D7, D28)', () => {
  it('counts an entry written offline as visible only now', async () => {
    const made = await insertEntry(anna, { created_at: days(-3) })
    expect(Date.now() - made.visible_since.getTime()).toBeLessThan(10_000)
  })

  it('gives every update a strictly later time, even when the clock went back', async () => {
    const { id } = await insertEntry(anna)
    await db.sql`alter table entries disable trigger updated`
    await db.sql`update entries set updated_at = '2100-01-01 00:00:00.000001+00' where id = ${id}`
    await db.sql`alter table entries enable trigger updated`
    await updateEntry(anna, id, { content: 'Neu' })
    const edited = await updatedAt(id)
    expect(edited > '2100-01-01 00:00:00.000001+00').toBe(true)
    expect(edited < '2100-01-01 00:03').toBe(true)
    await removeEntry(anna, id)
    expect(await removalsOf(id, edited)).toMatchObject([{ newer: true }])
  })

  it('keeps the times of a restored row', async () => {
    const id = randomUUID()
    const old = new Date('2020-05-05T05:05:05Z')
    await db.sql`insert into entries (id, user_id, category, content, created_at, visible_since, edit_version)
      values (${id}, ${anna}, 'gedanken', 'Alt', ${old}, ${old}, 7)`
    const [row] = await db.sql<EntryRow[]>`select * from entries where id = ${id}`
    expect(row).toMatchObject({ created_at: old, visible_since: old, edit_version: 7 })
  })
})
