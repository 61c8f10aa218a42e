import { isPart } from '../../domain/journal-tables.ts'
import type { ParsedRequest } from './parsed-request.ts'

/**
 * True for a write that keeps an entry locked until it is committed, but for a change of an entry that may be one of
 * its privacy: that one goes first (D9).
 */
export function locksEntry(request: ParsedRequest): boolean {
  if (request.kind === 'read') return false
  // The row of a part keeps its entry while it is written.
  if (request.kind === 'call') return request.name !== 'photo_picture'
  if (isPart(request.table)) return true
  if (request.table !== 'entries' || request.kind === 'insert') return false
  return request.kind === 'delete' || !request.columns.includes('is_private')
}
