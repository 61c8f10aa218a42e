import { describe, expect, it } from 'vitest'

import type { PartnerId } from './ids.ts'
import { columnsOf, parseCursor, parseRow, readableColumns } from './table-schemas.ts'

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
    // The key of such a row is still there.
    expect(parseCursor({ ...raw, category: 'anderes' })?.id).toBe(id)
  })

  it('names its fields after the columns, and leaves out columns it does not know or use', () => {
    const like = { id, user_id: person, quote_text: 'Mut', quote_author: 'Laotse' }
    const times = { created_at: raw.created_at, updated_at: raw.created_at }
    expect(parseRow('quote_likes', { ...like, ...times, colour: 'red' })).toEqual({
      id,
      userId: person,
      text: 'Mut',
      author: 'Laotse',
      createdAt: '2026-11-20T15:02:31.912626Z',
      updatedAt: '2026-11-20T15:02:31.912626Z',
    })
    const removal = { id, table_name: 'entries', row_id: id, readers: [person], kind: 'hidden' }
    expect(parseRow('removals', { ...removal, updated_at: raw.updated_at })).toEqual({
      id,
      tableName: 'entries',
      rowId: id,
      kind: 'hidden',
      unseenVersion: null,
      updatedAt: '2026-11-20T15:02:31.900000Z',
    })
  })

  it('reads the journal’s row of a server that lacks later columns, and none without an epoch', () => {
    const row = {
      time_zone: 'Europe/Berlin',
      special_days: [],
      days_counter_from: '2025-08-17',
      updated_at: raw.updated_at,
    }
    expect(parseRow('journal', { ...row, epoch: id })).toMatchObject({
      epoch: id,
      timeZone: 'Europe/Berlin',
      serverStart: null,
      backedUpAt: null,
      diskLow: false,
      backupFolderChanged: false,
      restoredTo: null,
    })
    expect(parseRow('journal', row)).toBeUndefined()
  })
})

describe('columnsOf', () => {
  it('names the columns of the given fields, and of no others', () => {
    const fields = { userId: person as PartnerId, text: 'Mut', author: 'Laotse' }
    const columns = { user_id: person, quote_text: 'Mut', quote_author: 'Laotse' }
    expect(columnsOf('quote_likes', fields)).toEqual(columns)
    const states = columnsOf('entries', { completedAt: null, isPrivate: false })
    expect(states).toEqual({ completed_at: null, is_private: false })
  })
})

describe('readableColumns', () => {
  it('holds also the columns that no row of the app has', () => {
    const columns = ['start_id', 'person', 'ordinal', 'newest', 'started_at']
    expect(readableColumns.server_starts).toEqual(columns)
  })
})
