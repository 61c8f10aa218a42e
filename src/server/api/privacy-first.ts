import type { JournalTable } from '../../domain/journal-tables.ts'
import type { Asked } from './asked.ts'

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
export function locksEntry(asked: Asked): boolean {
  if (asked.kind === 'read') return false
  if (asked.kind === 'call' || belongToEntries.has(asked.table)) return true
  if (asked.table !== 'entries' || asked.kind === 'insert') return false
  return asked.kind === 'delete' || !asked.columns.includes('is_private')
}
