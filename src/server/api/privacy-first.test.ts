import { expect, it } from 'vitest'
import type { ParsedRequest } from './parsed-request.ts'
import { locksEntry } from './privacy-first.ts'

const requested = { one: false, returning: undefined }
const filters = [{ column: 'id', operator: 'eq', value: '1' }] as const
const update = (columns: readonly string[]): ParsedRequest => ({
  kind: 'update',
  table: 'entries',
  columns,
  row: '{}',
  filters,
  requested,
})

it('a change of privacy waits for no other write of the person, and any other write to an entry does', () => {
  expect(locksEntry(update(['is_private']))).toBe(false)
  expect(locksEntry(update(['content', 'is_private']))).toBe(false)
  expect(locksEntry(update(['content']))).toBe(true)
  expect(locksEntry({ kind: 'delete', table: 'entries', filters, requested })).toBe(true)
  expect(locksEntry({ kind: 'delete', table: 'replies', filters, requested })).toBe(true)
  expect(locksEntry({ kind: 'delete', table: 'quote_likes', filters, requested })).toBe(false)
})
