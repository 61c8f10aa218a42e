/**
 * The journal's tables in schema `public`, in the order in which foreign keys let them be filled.
 * What is known of each one is a `Record<JournalTable, …>`, so that a new table does not compile
 * until every such map has it.
 */
export const journalTables = [
  'profiles',
  'journal',
  'entries',
  'reactions',
  'quote_likes',
  'custom_quotes',
  'removals',
  'last_looks',
  'server_starts',
] as const

export type JournalTable = (typeof journalTables)[number]

const names: ReadonlySet<string> = new Set(journalTables)

/** True for the name of one of the journal's tables, without its schema. */
export function isJournalTable(name: string): name is JournalTable {
  return names.has(name)
}
