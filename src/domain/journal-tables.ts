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
  'replies',
  'quote_likes',
  'custom_quotes',
  'memory_marks',
  'story_links',
  'reviews',
  'removals',
  'last_looks',
  'server_starts',
] as const

export type JournalTable = (typeof journalTables)[number]

/**
 * The tables that devices hold a copy of and pull in pages: all but the single row of `journal` and
 * the server's own starts, which are read separately.
 */
export type SyncedTable = Exclude<JournalTable, 'journal' | 'server_starts'>
export const syncedTables: readonly SyncedTable[] = journalTables.filter(
  (table) => table !== 'journal' && table !== 'server_starts',
)

const names: ReadonlySet<string> = new Set(journalTables)

/** True for the name of one of the journal's tables, without its schema. */
export function isJournalTable(name: string): name is JournalTable {
  return names.has(name)
}
