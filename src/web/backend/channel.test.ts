import { describe, expect, it } from 'vitest'

import { parseChange } from './channel.ts'

const id = '0b0e7d0c-9f5f-4d25-8a3e-0c3f2c1b9a01'

const raw = {
  id,
  user_id: '0b0e7d0c-9f5f-4d25-8a3e-0c3f2c1b9a02',
  quote_text: 'Mut',
  quote_author: 'Laotse',
  created_at: '2026-11-20T15:02:31.912626+00:00',
  updated_at: '2026-11-20 15:02:31.9+00',
}

describe('parseChange', () => {
  const frame = {
    commit_timestamp: '2026-11-20T15:02:31.912Z',
    table: 'quote_likes',
    new: raw,
    old: {},
  }

  it('reads rows, deletions and changes of the journal itself', () => {
    expect(parseChange({ ...frame, eventType: 'UPDATE' })).toMatchObject({ kind: 'row' })
    expect(parseChange({ ...frame, eventType: 'DELETE', new: {}, old: { id } })).toEqual({
      kind: 'deleted',
      table: 'quote_likes',
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
