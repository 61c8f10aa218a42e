import { customQuotes } from './tables/custom-quotes.ts'
import { entries } from './tables/entries.ts'
import { journal } from './tables/journal.ts'
import { lastLooks } from './tables/last-looks.ts'
import { memoryMarks } from './tables/memory-marks.ts'
import { photoFiles } from './tables/photo-files.ts'
import { photos } from './tables/photos.ts'
import { profiles } from './tables/profiles.ts'
import { quoteLikes } from './tables/quote-likes.ts'
import { reactions } from './tables/reactions.ts'
import { removals } from './tables/removals.ts'
import { replies } from './tables/replies.ts'
import { reviews } from './tables/reviews.ts'
import { serverStarts } from './tables/server-starts.ts'
import { storyLinks } from './tables/story-links.ts'

/**
 * The journal's tables in schema `public`, in the order in which foreign keys let them be filled. What all need to
 * know of a table stands in its file; what is written by hand of each, as rights and words are, is a
 * `Record<JournalTable, …>`, so that a new table does not compile until every such map has it.
 */
export const tables = {
  profiles,
  journal,
  entries,
  reactions,
  replies,
  photos,
  photo_files: photoFiles,
  quote_likes: quoteLikes,
  custom_quotes: customQuotes,
  memory_marks: memoryMarks,
  story_links: storyLinks,
  reviews,
  removals,
  last_looks: lastLooks,
  server_starts: serverStarts,
} as const

type Tables = typeof tables
export type JournalTable = keyof Tables
export const journalTables = Object.keys(tables) as readonly JournalTable[]

/** True for the name of one of the journal's tables, without its schema. */
export function isJournalTable(name: string): name is JournalTable {
  return Object.hasOwn(tables, name)
}

/** The tables whose files say this. */
export type TableWith<Said> = {
  [Name in JournalTable]: Tables[Name] extends Said ? Name : never
}[JournalTable]

type Said = Partial<Pick<Tables[JournalTable], 'copy' | 'owner' | 'isLarge' | 'inBackup'>>

/** The tables whose files say this, in the order of `journalTables`. */
export function tablesWith<const Wanted extends Said>(
  wanted: Wanted,
): readonly TableWith<Wanted>[] {
  const facts = Object.entries(wanted)
  return journalTables.filter((name): name is TableWith<Wanted> => {
    const table: Readonly<Record<string, unknown>> = tables[name]
    return facts.every(([fact, value]) => table[fact] === value)
  })
}

/**
 * The tables that devices hold a copy of and pull in pages: all but the single row of `journal` and
 * the server's own starts, which are read separately.
 */
export type SyncedTable = TableWith<{ readonly copy: 'rows' | 'tombstones' }>
export const syncedTables: readonly SyncedTable[] = journalTables.filter(
  (name): name is SyncedTable => tables[name].copy !== 'none',
)

/** The tables whose rows belong to an entry, or to two. */
export type PartTable = Exclude<JournalTable, TableWith<{ readonly belongsTo: readonly [] }>>

export function isPart(name: string): name is PartTable {
  return isJournalTable(name) && tables[name].belongsTo.length > 0
}
export const partTables: readonly PartTable[] = journalTables.filter(isPart)

/** The tables of which a person has one row for something; its id derives from that (D15). */
export type KeyedTable = Exclude<JournalTable, TableWith<{ readonly naturalKey: null }>>
