import type { Entry } from '../../../domain/entry.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import {
  entryMatcher,
  foldedLazily,
  searchableText,
  type SearchableEntry,
} from '../../../domain/search/entry-search.ts'
import type { Reply, RowOf } from '../../../domain/table-schemas.ts'
import type { SearchableText } from '../../../domain/search/find-in-text.ts'
import { listedOf, type ListedEntry } from '../memory/entry-order.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { isUnder, timeZoneOf } from './list.ts'

/** Folded texts, each freed with its row. */
export type FoldedTexts = WeakMap<FoldedRow, SearchableText>

type FoldedRow = Entry | Reply | RowOf<'photos'>

/** An entry beside what a search reads of it. */
interface FoldedEntry extends Required<SearchableEntry> {
  readonly entry: Entry
  readonly photos: number
}

const none: readonly never[] = []

/**
 * All entries of one moment with their texts folded, for an open search: folding takes several times as long as
 * searching (31 against 6 ms for 10,000 entries), and so would looking up each text with each key.
 */
export class FoldedEntries {
  readonly #entries: readonly ListedEntry[]
  readonly #rows: RowReader
  readonly #texts: FoldedTexts
  readonly #folded: FoldedEntry[] = []
  #next = 0

  /** @param texts those of the moments before, which stay as they are with their rows */
  constructor({ entries }: Pick<JournalState, 'entries'>, rows: RowReader, texts: FoldedTexts) {
    this.#entries = entries.list
    this.#rows = rows
    this.#texts = texts
  }

  /** Folds one entry after another, until that was done with all. */
  *fold(): Generator<undefined, void> {
    while (this.#foldNext()) yield
  }

  all(): readonly FoldedEntry[] {
    while (this.#foldNext());
    return this.#folded
  }

  /** False where none was left. */
  #foldNext(): boolean {
    const listed = this.#entries[this.#next]
    if (listed === undefined) return false
    this.#next += 1
    const entry = this.#rows.get('entries', listed.id)
    if (entry !== undefined) this.#folded.push(this.#with(entry))
    return true
  }

  #with(entry: Entry): FoldedEntry {
    const photos = this.#rows.of('photos', entry.id)
    return {
      entry,
      userId: entry.userId,
      createdAt: entry.createdAt,
      text: this.#textOf(entry),
      replies: this.#textsOf(this.#rows.of('replies', entry.id)),
      descriptions: this.#textsOf(photos),
      photos: photos.length,
    }
  }

  #textsOf(rows: readonly FoldedRow[]): readonly SearchableText[] {
    return rows.length === 0 ? none : rows.map((row) => this.#textOf(row))
  }

  #textOf(row: FoldedRow): SearchableText {
    const known = this.#texts.get(row)
    if (known !== undefined) return known
    const text = foldedOf(row)
    this.#texts.set(row, text)
    return text
  }
}

function foldedOf(row: FoldedRow): SearchableText {
  if ('category' in row) return searchableText(row)
  return foldedLazily('content' in row ? row.content : row.description)
}

/**
 * The entries under a filter that a person searches for, also in their replies and photos, newest first; undefined where nothing is
 * searched for.
 *
 * @param folded of the same state
 * @param now milliseconds since 1970
 */
export function entriesFound(
  state: Pick<JournalState, 'profiles' | 'journal' | 'me'>,
  folded: FoldedEntries,
  words: string,
  { filter, now }: { readonly filter: EntryFilter; readonly now: number },
): readonly ListedEntry[] | undefined {
  const { profiles } = state
  const matches = entryMatcher(words, { profiles, now, timeZone: timeZoneOf(state) })
  if (matches === undefined) return undefined
  const isShown = isUnder(state, filter, now) ?? (() => true)
  return folded
    .all()
    .filter((one) => matches(one) && isShown(one.entry, one.photos))
    .map(({ entry }) => listedOf(entry))
}
