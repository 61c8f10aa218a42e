/**
 * The tables of the journal that devices hold a copy of, besides the single row of `journal`. What
 * has to know each of them is a `Record<JournalTable, …>`: a new table compiles once all of them
 * know it.
 */
export const journalTables = [
  'profiles',
  'entries',
  'reactions',
  'quote_likes',
  'custom_quotes',
  'last_looks',
  'removals',
] as const
export type JournalTable = (typeof journalTables)[number]
