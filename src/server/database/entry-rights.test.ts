import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../tests/support/database.ts'
import { anna, ben, db, sqlAs, withTwoPeople } from '../../../tests/support/test-database.ts'
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

const both = () => [anna, ben].sort()
const days = (count: number) => minutes(count * 24 * 60)

describe('rights by column (D10)', () => {
  it('accepts an edit that repeats the values as they are', async () => {
    const { id, edit_version } = await insertEntry(anna)
    const same = { content: 'Text', category: 'gedanken', is_private: false, scheduled_date: null }
    expect(await updateEntry(ben, id, same)).toMatchObject([{ edit_version }])
  })

  it('refuses the unchangeable columns even with a grant that is too wide', async () => {
    const { id, edit_version } = await insertEntry(anna)
    await db.sql`grant update on entries to authenticated`
    try {
      for (const given of [{ id: randomUUID() }, { user_id: ben }, { created_at: minutes(-5) }]) {
        expect((await refusal(updateEntry(anna, id, given))).code).toBe('42501')
      }
      const [row] = await updateEntry(anna, id, {
        visible_since: days(9),
        edit_version: '9',
        updated_at: days(9),
      })
      expect(row?.edit_version).toBe(edit_version)
      expect(row?.visible_since.getTime()).toBeLessThan(Date.now() + 1000)
      expect(row?.updated_at.getTime()).toBeLessThan(Date.now() + 1000)
    } finally {
      await db.sql`revoke update on entries from authenticated`
      await db.sql`grant update (category, content, completed, completed_at, is_private, scheduled_date)
        on entries to authenticated`
    }
  })
})

describe('the version of an edit', () => {
  it('changes with text, category, date and privacy, not with a toggle', async () => {
    const { id, edit_version } = await insertEntry(anna, { category: 'ideen' })
    const versions = [edit_version]
    for (const given of [
      { completed: true, completed_at: minutes(-1) },
      { content: 'Neu' },
      { scheduled_date: minutes(10) },
      { is_private: true },
      { category: 'gedanken' },
      { category: 'gedanken', content: 'Neu' },
    ]) {
      const [row] = await updateEntry(anna, id, given)
      if (row !== undefined) versions.push(row.edit_version)
    }
    const [inserted, toggled, text, date, privacy, category, same] = versions
    expect(toggled).toBe(inserted)
    expect(same).toBe(category)
    expect(new Set([inserted, text, date, privacy, category]).size).toBe(5)
  })

  it('tells the partner nothing about edits made while the entry was private', async () => {
    const versionsSeen = async (edits: number) => {
      const { id, edit_version: before } = await insertEntry(anna, { category: 'ideen' })
      await updateEntry(anna, id, { is_private: true })
      for (let edit = 0; edit < edits; edit += 1)
        await updateEntry(anna, id, { content: `Geheim ${edit}` })
      await updateEntry(anna, id, { is_private: false, content: 'Text' })
      const [row] = await sqlAs(ben)<EntryRow[]>`select * from entries where id = ${id}`
      return [before, row?.edit_version ?? 0] as const
    }
    const pairs = await Promise.all([0, 0, 0, 1, 5, 5, 5, 40].map(versionsSeen))
    // A version that counts keeps every distance below the number of edits.
    for (const [before, after] of pairs) expect(Math.abs(after - before)).toBeGreaterThan(45)
    expect(new Set(pairs.flat()).size).toBe(pairs.length * 2)
  })

  it('admits only one of two edits based on the same version', async () => {
    const { id, edit_version: base } = await insertEntry(anna, { category: 'ideen' })
    const edit = (person: string, content: string) => sqlAs(person)`
      update entries set content = ${content} where id = ${id} and edit_version = ${base} returning id`
    const edited = await Promise.all([edit(anna, 'A'), edit(ben, 'B')])
    expect(edited.flat()).toEqual([{ id }])
  })
})

describe('removals', () => {
  it('tells both of a deleted shared entry, later than its last version', async () => {
    const { id } = await insertEntry(anna)
    const last = await updatedAt(id)
    expect(await removeEntry(anna, id)).toBe(1)
    const [removal] = await removalsOf(id, last)
    expect(removal).toMatchObject({ kind: 'deleted', newer: true })
    expect(removal?.readers.sort()).toEqual(both())
  })

  it('tells the author alone of a deleted private entry', async () => {
    const { id } = await insertEntry(anna, { is_private: true })
    await removeEntry(anna, id)
    expect(await removalsOf(id)).toMatchObject([{ kind: 'deleted', readers: [anna] }])
  })

  it('tells only the partner of an entry that became private, between its versions', async () => {
    const { id } = await insertEntry(anna)
    const shared = await updatedAt(id)
    await updateEntry(anna, id, { is_private: true })
    expect(await removalsOf(id, shared)).toMatchObject([
      { kind: 'hidden', readers: [ben], newer: true },
    ])
    await updateEntry(anna, id, { is_private: false })
    expect(await removalsOf(id, await updatedAt(id))).toMatchObject([{ newer: false }])
  })

  it('writes none while privacy stays as it is', async () => {
    const { id } = await insertEntry(anna, { is_private: true })
    await updateEntry(anna, id, { content: 'Noch geheim', is_private: true })
    expect(await removalsOf(id)).toEqual([])
  })

  it('never lets a deleted id come back (D13)', async () => {
    const { id } = await insertEntry(anna)
    await removeEntry(anna, id)
    for (const person of [anna, ben]) {
      expect(await refusal(insertEntry(person, { id }))).toMatchObject({
        code: '23505',
        constraint: 'entries_pkey',
      })
    }
  })

  it('answers a second insert of an existing id in the same way', async () => {
    const { id } = await insertEntry(anna)
    expect(await refusal(insertEntry(anna, { id }))).toMatchObject({
      code: '23505',
      constraint: 'entries_pkey',
    })
  })

  it('lets an id that only became hidden be answered as existing', async () => {
    const { id } = await insertEntry(anna)
    await updateEntry(anna, id, { is_private: true })
    expect((await refusal(insertEntry(ben, { id }))).code).toBe('23505')
  })
})

describe('an entry that becomes shared', () => {
  it('is visible from then on, and its reactions with it', async () => {
    const { id } = await insertEntry(anna)
    await sqlAs(ben)`insert into reactions (entry_id, user_id, emoji) values (${id}, ${ben}, '🔥')`
    await updateEntry(anna, id, { is_private: true })
    const read = () => db.sql<{ visible_since: Date; updated_at: string }[]>`
      select visible_since, updated_at::text from reactions where entry_id = ${id}`
    const [before] = await read()
    const [shared] = await updateEntry(anna, id, { is_private: false })
    const [after] = await read()
    expect(after?.visible_since).toEqual(shared?.visible_since)
    expect(String(after?.updated_at) > String(before?.updated_at)).toBe(true)
    expect(shared?.visible_since.getTime()).toBeGreaterThan(
      before?.visible_since.getTime() ?? Infinity,
    )
  })
})
