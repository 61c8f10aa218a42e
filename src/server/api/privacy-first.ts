import type { JournalTable } from '../../domain/journal-tables.ts'
import type { ParsedRequest } from './parsed-request.ts'

/** Their rows keep the entry that they belong to while they are written. */
const belongToEntries: ReadonlySet<JournalTable> = new Set([
  'reactions',
  'replies',
  'reviews',
  'memory_marks',
  'story_links',
])

/**
 * True for a write that keeps an entry locked until it is committed, but for a change of an entry that may be one of
 * its privacy: that one goes first (D9).
 */
export function locksEntry(request: ParsedRequest): boolean {
  if (request.kind === 'read') return false
  if (request.kind === 'call' || belongToEntries.has(request.table)) return true
  if (request.table !== 'entries' || request.kind === 'insert') return false
  return request.kind === 'delete' || !request.columns.includes('is_private')
}
