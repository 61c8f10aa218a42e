import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { MutableTable } from './kind.ts'

/**
 * What makes a row of each table the one a mutation means. For reactions and likes this is not the
 * id: the server's row can have another id than the one derived here (D15, decision 0011).
 */
export const rowKeys: { readonly [Table in MutableTable]: (row: RowOf<Table>) => string } = {
  entries: (row) => row.id,
  reactions: (row) => reactionKey(row.entryId, row.userId, row.emoji),
  quote_likes: (row) => likeKey(row.userId, row),
  custom_quotes: (row) => row.id,
  memory_marks: (row) => markKey(row.entryId, row.userId, row.until),
  last_looks: (row) => row.id,
}

export function reactionKey(entryId: EntryId, person: PartnerId, emoji: ReactionEmoji): string {
  return `${entryId} ${person} ${emoji}`
}

export function markKey(entryId: EntryId, person: PartnerId, until: JournalDay | null): string {
  return `${entryId} ${person} ${until ?? ''}`
}

export function likeKey(person: PartnerId, { text, author }: QuoteKey): string {
  return JSON.stringify([person, text, author])
}
