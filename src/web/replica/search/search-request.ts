import type { EntryFilter } from '../../../domain/filter.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type { Profile } from '../../../domain/partner.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { EntryKey } from '../queries/shown.ts'

/** What is looked for. Plain data, because it also goes to a worker. */
export interface SearchRequest {
  readonly words: string
  readonly filter: EntryFilter
  readonly me: PartnerId
  readonly profiles: readonly Profile[]
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timeZone: string
  /** Entries that the page looks at itself, because mutations of them are pending. */
  readonly without: readonly string[]
}

/** The part of the results that is wanted: so many older than a key, or so many before it. */
export type SearchPart =
  | { readonly after: EntryKey | undefined; readonly limit: number }
  | { readonly before: EntryKey; readonly distance: number }

/** An entry with the reactions to it, unless these have not been read yet. */
export interface FoundEntry {
  readonly entry: Entry
  readonly reactions: readonly Reaction[] | undefined
}

export interface SearchAnswer {
  /** Newest first, as they are stored now; none with `before`. */
  readonly entries: readonly FoundEntry[]
  /** The key before the first of them, and how many results are newer than it. */
  readonly after: EntryKey | undefined
  readonly passed: number
  /** True when older entries match, too. */
  readonly more: boolean
  /** How many match so far. */
  readonly count: number
  /** True once all entries have been looked at. */
  readonly isWhole: boolean
}

/** The tables that an answer is made of. */
export type SearchedTable = 'entries' | 'reactions'

/** Finds entries in the rows of the copy; runs in a worker or on the page. */
export interface Finder {
  /** Answers as soon as the part is full; `changed` tells when a later answer would say more. */
  find(request: SearchRequest, part: SearchPart): Promise<SearchAnswer>
  /**
   * Says which rows were stored or removed, by primary key; without keys it may be any. What is asked
   * for after that is answered with them.
   */
  take(table: SearchedTable, keys: readonly string[] | undefined): void
  /** Ends the search and frees what it read. */
  close(): void
}
