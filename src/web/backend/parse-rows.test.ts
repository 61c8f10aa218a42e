import { describe, expect, it } from 'vitest'

import { parseChange } from './channel.ts'
import { parseCursor, parseJournalRow, parseRow } from './parse-rows.ts'

const id = '0b0e7d0c-9f5f-4d25-8a3e-0c3f2c1b9a01'
const person = '0b0e7d0c-9f5f-4d25-8a3e-0c3f2c1b9a02'

const raw = {
  id,
  user_id: person,
  category: 'ideen',
  content: 'Zelten',
  completed: false,
  completed_at: null,
  is_private: false,
  scheduled_date: '2026-12-01 23:00:00+00',
  created_at: '2026-11-20T15:02:31.912626+00:00',
  visible_since: '2026-11-20 15:02:31.912626+00',
  edit_version: 1,
  updated_at: '2026-11-20 15:02:31.9+00',
}

describe('parseRow', () => {
  it('reads both forms of timestamps into one', () => {
    const entry = parseRow('entries', raw)
    expect(entry?.createdAt).toBe('2026-11-20T15:02:31.912626Z')
    expect(entry?.visibleSince).toBe(entry?.createdAt)
    expect(entry?.updatedAt).toBe('2026-11-20T15:02:31.900000Z')
  })

  it('leaves out rows that cannot be parsed', () => {
    expect(parseRow('entries', { ...raw, category: 'anderes' })).toBeUndefined()
    expect(parseRow('entries', { ...raw, updated_at: 'gestern' })).toBeUndefined()
    expect(parseRow('entries', null)).toBeUndefined()
  })

  it('still yields the key of a row that cannot be parsed', () => {
    expect(parseCursor({ ...raw, category: 'anderes' })?.id).toBe(id)
  })
})

describe('parseJournalRow', () => {
  it('refuses a row without an epoch', () => {
    expect(parseJournalRow({ time_zone: 'Europe/Berlin', special_days: [] })).toBeUndefined()
  })
})

describe('parseChange', () => {
  const frame = {
    commit_timestamp: '2026-11-20T15:02:31.912Z',
    table: 'entries',
    new: raw,
    old: {},
  }

  it('reads rows, deletions and changes of the journal itself', () => {
    expect(parseChange({ ...frame, eventType: 'UPDATE' })).toMatchObject({ kind: 'row' })
    expect(parseChange({ ...frame, eventType: 'DELETE', new: {}, old: { id } })).toEqual({
      kind: 'deleted',
      table: 'entries',
      id,
      at: '2026-11-20T15:02:31.912000Z',
    })
    expect(parseChange({ ...frame, eventType: 'UPDATE', table: 'journal' })?.kind).toBe('unclear')
  })

  it('asks for a pull if a row is unreadable, and ignores foreign frames', () => {
    expect(parseChange({ ...frame, eventType: 'INSERT', new: {} })?.kind).toBe('unclear')
    expect(parseChange({ ...frame, eventType: 'INSERT', table: 'secrets' })).toBeUndefined()
  })
})
