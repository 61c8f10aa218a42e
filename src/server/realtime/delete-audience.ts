import type { Table } from './catalogue.ts'
import type { RowReader } from './row-reader.ts'

/**
 * Who may learn that a row was deleted. A deleted row cannot be selected any more, so this stands in
 * for row level security (docs/protocol.md "Changes"):
 * - `named`: the row could have been private; only those its removal names. A reaction that vanishes
 *   with its entry has no removal and is announced to nobody: it goes with its entry.
 * - `partners`: both partners saw every such row.
 * - `nobody`: rows of one person, or not of ours.
 */
const audiences: Readonly<Record<string, 'named' | 'partners'>> = {
  'public.entries': 'named',
  'public.reactions': 'named',
  'public.quote_likes': 'partners',
  'public.custom_quotes': 'partners',
  'public.profiles': 'partners',
  'public.journal': 'partners',
}

/** Which of these deletions the person may learn of, by key. Rejects with database errors. */
export async function deletionsFor(
  person: string,
  table: Table,
  keys: readonly string[],
  reader: RowReader,
): Promise<ReadonlySet<string>> {
  const audience = audiences[`${table.schema}.${table.name}`]
  if (audience === 'named') return reader.removed(person, table, keys)
  return new Set(audience === 'partners' && (await reader.isPartner(person)) ? keys : [])
}
