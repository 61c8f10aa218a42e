import { isJournalTable, type JournalTable } from '../../domain/journal-tables.ts'
import type { Table } from './catalogue.ts'
import type { RowReader } from './row-reader.ts'

/**
 * Who may learn that a row was deleted. A deleted row cannot be selected any more, so this replaces
 * row level security (docs/protocol.md "Changes"):
 * - `named`: the row could have been private; only those its removal names. A reaction that
 *   vanishes
 * with its entry has no removal and is announced to no one: it goes with its entry.
 * - `partners`: both partners saw every such row.
 * - `nobody`: rows of one person, or not of ours.
 */
const audiences: Readonly<Record<JournalTable, 'named' | 'partners' | 'nobody'>> = {
  entries: 'named',
  reactions: 'named',
  quote_likes: 'partners',
  custom_quotes: 'partners',
  profiles: 'partners',
  journal: 'partners',
  memory_marks: 'nobody',
  removals: 'nobody',
  last_looks: 'nobody',
  server_starts: 'nobody',
}

/** Which of these deletions the person may learn of, by key. Rejects with database errors. */
export async function deletionsFor(
  person: string,
  table: Table,
  keys: readonly string[],
  reader: RowReader,
): Promise<ReadonlySet<string>> {
  const audience =
    table.schema === 'public' && isJournalTable(table.name) ? audiences[table.name] : 'nobody'
  if (audience === 'named') return reader.removed(person, table, keys)
  return new Set(audience === 'partners' && (await reader.isPartner(person)) ? keys : [])
}
