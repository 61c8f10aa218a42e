import { describe, expect, it } from 'vitest'
import { contentLimit } from '../../src/domain/limits.ts'
import type { SignedIn } from '../support/server.ts'
import { withSharedServer, author, partner } from '../support/signed-in.ts'

/* The writes of a client that ignores every rule of the screen: D10, D21, D28. */

withSharedServer()

type Row = Record<string, unknown>
const day = 24 * 3600 * 1000

async function insert(over: Row = {}, table = 'entries') {
  const base: Row = table === 'entries' ? { category: 'gedanken', content: 'Hallo' } : {}
  const row = { user_id: author.id, ...base, ...over }
  const { data, error, status } = await author.rest.from(table).insert(row).select('*')
  return { status, code: error?.code, row: (data as Row[] | null)?.[0] ?? {} }
}

async function update(id: unknown, over: Row, person: SignedIn) {
  const { data, error } = await person.rest
    .from('entries')
    .update(over)
    .eq('id', String(id))
    .select('*')
  return { code: error?.code, row: (data as Row[] | null)?.[0] }
}

describe('the limits of a reply hold without the screen’s checks', () => {
  it.each<[string, Row]>([
    ['an empty reply', { content: '' }],
    ['a reply of spaces', { content: ' \u00a0\u3000' }],
    ['a reply of what is not seen', { content: '\u200b\u2060\ufe0f' }],
    ['a reply with spaces around', { content: 'Ja ' }],
    ['a reply that is too long', { content: '😍'.repeat(contentLimit + 1) }],
    ['a reply that is not normalized', { content: 'e\u0301' }],
  ])('%s is refused', async (_, over) => {
    const { row } = await insert()
    const reply = { entry_id: row['id'], ...over }
    expect(await insert(reply, 'replies')).toMatchObject({ status: 400, code: '23514' })
  })
})

describe('times and versions are the server’s', () => {
  it.each(['visible_since', 'edit_version', 'updated_at'])(
    '%s cannot be written',
    async (column) => {
      const value = column === 'edit_version' ? 7 : '2020-01-01T00:00:00Z'
      expect((await insert({ [column]: value })).code).toBe('42501')
      const { row } = await insert()
      expect((await update(row['id'], { [column]: value }, author)).code).toBe('42501')
    },
  )

  it.each([
    ['in the future', 1],
    ['91 days ago', -91],
  ])('a time of writing %s becomes now', async (_, days) => {
    const given = new Date(Date.now() + days * day).toISOString()
    const { row } = await insert({ created_at: given })
    expect(Math.abs(Date.parse(String(row['created_at'])) - Date.now())).toBeLessThan(60_000)
  })

  it('a time of writing of 89 days ago is kept, a completion tomorrow becomes now', async () => {
    const written = new Date(Date.now() - 89 * day).toISOString()
    const tomorrow = new Date(Date.now() + day).toISOString()
    const over = { created_at: written, completed: true, completed_at: tomorrow }
    const { row } = await insert(over)
    expect(Date.parse(String(row['created_at']))).toBe(Date.parse(written))
    const changed = await update(row['id'], { completed_at: tomorrow }, author)
    for (const { completed_at } of [row, changed.row ?? {}])
      expect(Date.parse(String(completed_at))).toBeLessThan(Date.now() + 60_000)
  })
})

describe('the rights of the partner (D10)', () => {
  const done = { completed: true, completed_at: '2026-01-01T00:00:00Z' }

  it.each<[string, Row]>([
    ['text', { content: 'Anders' }],
    ['category', { category: 'erzaehlen' }],
    ['privacy', { is_private: true }],
    ['author', { user_id: crypto.randomUUID() }],
    ['time of writing', { created_at: '2026-01-01T00:00:00Z' }],
  ])('toggling a story changes its completion only, never its %s', async (_, over) => {
    const { row } = await insert()
    expect((await update(row['id'], { ...done, ...over }, partner)).code).toBe('42501')
    const toggled = await update(row['id'], done, partner)
    const { edit_version } = row
    expect(toggled.row).toMatchObject({ completed: true, edit_version, content: 'Hallo' })
  })

  it('of an idea include text, date and deletion, and nothing else', async () => {
    const { row } = await insert({ category: 'ideen' })
    const edit = { content: 'Zelten', scheduled_date: '2026-12-24T18:00:00Z' }
    expect((await update(row['id'], edit, partner)).row).toMatchObject({ content: 'Zelten' })
    for (const over of [{ is_private: true }, { category: 'gedanken' }, { user_id: partner.id }])
      expect((await update(row['id'], { ...edit, ...over }, partner)).code).toBe('42501')
    const left = await update(row['id'], { category: 'gedanken' }, author)
    expect(left.row).toMatchObject({ category: 'gedanken', scheduled_date: null })
    expect((await update(row['id'], { category: 'ideen' }, author)).code).toBeUndefined()
    const entries = partner.rest.from('entries')
    expect((await entries.delete().eq('id', String(row['id'])).select('id')).data).toHaveLength(1)
  })
})
