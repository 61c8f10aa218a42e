import { randomUUID } from 'node:crypto'
import { raw } from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { quoteAuthorLimit, quoteTextLimit } from '../../domain/limits.ts'
import { rowValues } from '../../../tests/support/sql.ts'
import { refusal } from '../../../tests/support/database.ts'
import {
  addJournalRow,
  addTwoPeople,
  anna,
  ben,
  db,
  sqlAs,
  withDatabase,
} from '../../../tests/support/test-database.ts'
import { reactionEmoji } from '../../domain/reaction.ts'

withDatabase()
beforeEach(async () => {
  await db.empty()
  await addTwoPeople()
})

type Fields = Record<string, string | boolean | Date>

async function insert(person: string, table: string, given: Fields): Promise<string> {
  const row = { id: randomUUID(), user_id: person, ...given }
  await sqlAs(person)`insert into ${raw(table)} ${rowValues(row)}`
  return row.id
}

async function remove(person: string, table: string, id: string): Promise<number> {
  return (await sqlAs(person)`delete from ${raw(table)} where id = ${id} returning id`).length
}

const entry = (person: string, fields: Fields = {}) =>
  insert(person, 'entries', { category: 'gedanken', content: 'Text', ...fields })

const setPrivate = (id: string, isPrivate: boolean) =>
  sqlAs(anna)`update entries set is_private = ${isPrivate} where id = ${id}`

async function readersOf(id: string): Promise<string[][]> {
  const rows = await db.sql<{ readers: string[] }[]>`
    select readers from removals where row_id = ${id} order by removed_at`
  return rows.map(({ readers }) => readers.sort())
}

const both = () => [anna, ben].sort()

describe('reactions', () => {
  it('may be each of the fifteen emoji and nothing else (D18)', async () => {
    const entryId = await entry(anna)
    for (const emoji of reactionEmoji) await insert(ben, 'reactions', { entry_id: entryId, emoji })
    for (const emoji of ['❤', '💩', '', 'x', '👍🏽']) {
      const refused = await refusal(insert(ben, 'reactions', { entry_id: entryId, emoji }))
      expect(refused).toMatchObject({ code: '23514', constraint: 'reactions_emoji_known' })
    }
  })

  it('tell both when one on a shared entry is removed', async () => {
    const id = await insert(ben, 'reactions', { entry_id: await entry(anna), emoji: '🔥' })
    expect(await remove(ben, 'reactions', id)).toBe(1)
    expect(await readersOf(id)).toEqual([both()])
  })

  it('tell only the author when one on a private entry is removed', async () => {
    const entryId = await entry(anna, { is_private: true })
    const id = await insert(anna, 'reactions', { entry_id: entryId, emoji: '🔥' })
    await remove(anna, 'reactions', id)
    expect(await readersOf(id)).toEqual([[anna]])
  })

  it('leave no removal of their own when their entry is deleted', async () => {
    const entryId = await entry(anna)
    const ids = [
      await insert(anna, 'reactions', { entry_id: entryId, emoji: '🔥' }),
      await insert(ben, 'reactions', { entry_id: entryId, emoji: '🎉' }),
    ]
    await remove(anna, 'entries', entryId)
    const left = await db.sql`select from reactions where entry_id = ${entryId}`
    expect(left).toHaveLength(0)
    for (const id of ids) expect(await readersOf(id)).toEqual([])
    expect(await readersOf(entryId)).toEqual([both()])
  })

  it('come back newer than their removal, even when the clock went back', async () => {
    const reaction = { id: randomUUID(), entry_id: await entry(anna), emoji: '🔥' }
    await insert(ben, 'reactions', reaction)
    await remove(ben, 'reactions', reaction.id)
    await db.sql`update removals set removed_at = '2100-01-01', updated_at = '2100-01-01'
      where row_id = ${reaction.id}`
    await insert(ben, 'reactions', reaction)
    const [row] = await db.sql<{ newer: boolean }[]>`
      select updated_at > '2100-01-01' as newer from reactions where id = ${reaction.id}`
    expect(row?.newer).toBe(true)
  })

  it('cannot be read or changed by the partner while their entry is private', async () => {
    const entryId = await entry(anna)
    const id = await insert(ben, 'reactions', { entry_id: entryId, emoji: '🔥' })
    await setPrivate(entryId, true)
    const seen = () => sqlAs(ben)`select from reactions where id = ${id}`
    expect(await seen()).toHaveLength(0)
    expect(await remove(ben, 'reactions', id)).toBe(0)
    await sqlAs(ben)`delete from reactions`
    await setPrivate(entryId, false)
    expect(await seen()).toHaveLength(1)
  })

  it('are refused alike for a hidden and for a missing entry', async () => {
    const hidden = await entry(anna, { is_private: true })
    const answers = await Promise.all(
      [hidden, randomUUID()].map((entryId) =>
        refusal(insert(ben, 'reactions', { entry_id: entryId, emoji: '🔥' })),
      ),
    )
    expect(answers[0]).toMatchObject({ code: '42501' })
    expect(answers[0]).toEqual(answers[1])
  })

  it('are dated as D28 says', async () => {
    const entryId = await entry(anna)
    const past = new Date(Date.now() - 1000 * 60 * 60)
    const future = new Date(Date.now() + 1000 * 60 * 60)
    await insert(ben, 'reactions', { entry_id: entryId, emoji: '🔥', created_at: past })
    await insert(ben, 'reactions', { entry_id: entryId, emoji: '🎉', created_at: future })
    const rows = await db.sql<{ created_at: Date; visible_since: Date }[]>`
      select created_at, visible_since from reactions order by created_at`
    expect(rows[0]?.created_at).toEqual(past)
    expect(rows[0]?.visible_since.getTime()).toBeGreaterThan(past.getTime())
    expect(rows[1]?.created_at.getTime()).toBeLessThan(Date.now() + 1000)
  })
})

const quote = { quote_text: 'Sei, was du bist.', quote_author: 'Novalis' }

describe.each(['quote_likes', 'custom_quotes'])('%s', (table) => {
  it.each([
    ['an empty text', { quote_text: '' }, 'text_length'],
    [
      'too many code points of text',
      { quote_text: '🥰'.repeat(quoteTextLimit + 1) },
      'text_length',
    ],
    ['an untrimmed text', { quote_text: 'a\t' }, 'text_trimmed'],
    ['a decomposed text', { quote_text: 'u\u0308' }, 'text_normalized'],
    ['an empty author', { quote_author: '' }, 'author_length'],
    [
      'too many characters of author',
      { quote_author: 'a'.repeat(quoteAuthorLimit + 1) },
      'author_length',
    ],
    ['an untrimmed author', { quote_author: '\u00A0a' }, 'author_trimmed'],
    ['a decomposed author', { quote_author: 'u\u0308' }, 'author_normalized'],
  ])('refuses %s', async (_, fields, constraint) => {
    expect(await refusal(insert(anna, table, { ...quote, ...fields }))).toMatchObject({
      code: '23514',
      constraint: `${table}_${constraint}`,
    })
  })

  it('takes the longest text of the widest characters', async () => {
    // Not compressible, so that an index on the text itself would refuse it.
    const text = Array.from({ length: 1000 }, (_, at) =>
      String.fromCodePoint(0x20000 + at * 37),
    ).join('')
    const longest = {
      quote_text: text.normalize('NFC'),
      quote_author: 'ž'.repeat(quoteAuthorLimit),
    }
    expect(await insert(anna, table, longest)).toBeTypeOf('string')
  })

  it('tells both when a row is deleted', async () => {
    const id = await insert(anna, table, quote)
    expect(await remove(ben, table, id)).toBe(0)
    expect(await remove(anna, table, id)).toBe(1)
    expect(await readersOf(id)).toEqual([both()])
  })
})

describe('the read marker (D7)', () => {
  const moveReadMarker = (at: string) => sqlAs(anna)`
    update last_looks set seen_until = ${at}::text::timestamptz where id = ${anna}
    returning seen_until::text`

  it('exists for each partner from the beginning', async () => {
    const rows = await sqlAs(anna)`select id, seen_until from last_looks`
    expect([...rows]).toEqual([{ id: anna, seen_until: new Date(0) }])
  })

  it('keeps the greatest value seen', async () => {
    await moveReadMarker('2026-01-02 03:04:05.678901+00')
    expect(await moveReadMarker('2026-01-02 03:04:05.678900+00')).toEqual([
      { seen_until: '2026-01-02 03:04:05.678901+00' },
    ])
  })

  it.each(['2100-01-01 00:00:00+00', 'infinity'])('never reaches %s', async (future) => {
    await moveReadMarker(future)
    const [row] = await db.sql<{ ok: boolean }[]>`
      select seen_until <= clock_timestamp() as ok from last_looks where id = ${anna}`
    expect(row?.ok).toBe(true)
  })
})

describe('the journal row', () => {
  it('exists once, and each change has a later version', async () => {
    await addJournalRow()
    expect((await refusal(addJournalRow())).code).toBe('23505')
    await db.sql`update journal set epoch = gen_random_uuid()`
    expect(await db.sql`select from journal where updated_at <= clock_timestamp()`).toHaveLength(1)
  })
})
