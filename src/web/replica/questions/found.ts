import type { Entry } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type Instant } from '../../../domain/ids.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import {
  entryMatcher,
  foldedLazily,
  searchableText,
  type SearchableEntry,
} from '../../../domain/search/entry-search.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import type { SearchableText } from '../../../domain/search/find-in-text.ts'
import { placeOf } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { entriesUnder, timeZoneOf } from './list.ts'

/** Folded texts, each freed with its row. */
export type FoldedTexts = WeakMap<Entry | Reply, SearchableText>

/** An entry beside what a search reads of it. */
interface FoldedEntry extends Required<SearchableEntry> {
  readonly entry: Entry
}

const noReplies: readonly never[] = []

/**
 * All entries of one moment with their texts folded, for an open search: folding takes several times as long as
 * searching (31 against 6 ms for 10,000 entries), and so would looking up each text with each key.
 */
export class FoldedEntries {
  readonly #entries: readonly Entry[]
  readonly #replies: JournalState['replies']
  readonly #texts: FoldedTexts
  readonly #folded: FoldedEntry[] = []

  /** @param texts those of the moments before, which stay as they are with their rows */
  constructor(state: Pick<JournalState, 'entries' | 'replies'>, texts: FoldedTexts) {
    this.#entries = state.entries.list
    this.#replies = state.replies
    this.#texts = texts
  }

  /** Folds the next entries, this many at most; false once that was done with all. */
  fold(count: number): boolean {
    const next = this.#folded.length
    for (const entry of this.#entries.slice(next, next + count))
      this.#folded.push(this.#with(entry))
    return this.#folded.length < this.#entries.length
  }

  all(): readonly FoldedEntry[] {
    this.fold(this.#entries.length)
    return this.#folded
  }

  #with(entry: Entry): FoldedEntry {
    const replies = this.#replies.of(entry.id)
    return {
      entry,
      userId: entry.userId,
      createdAt: entry.createdAt,
      text: this.#textOf(entry),
      replies: replies.length === 0 ? noReplies : replies.map((reply) => this.#textOf(reply)),
    }
  }

  #textOf(row: Entry | Reply): SearchableText {
    const known = this.#texts.get(row)
    if (known !== undefined) return known
    const text = 'category' in row ? searchableText(row) : foldedLazily(row.content)
    this.#texts.set(row, text)
    return text
  }
}

/**
 * The entries under a filter that a person searches for, also in their replies, newest first; all of them where nothing is searched for.
 *
 * @param folded of the same state
 * @param now milliseconds since 1970
 */
export function entriesFound(
  state: Pick<JournalState, 'entries' | 'profiles' | 'journal' | 'me'>,
  folded: FoldedEntries,
  words: string,
  { filter, now }: { readonly filter: EntryFilter; readonly now: number },
): readonly Entry[] {
  const { profiles } = state
  const matches = entryMatcher(words, { profiles, now, timeZone: timeZoneOf(state) })
  if (matches === undefined) return entriesUnder(state, filter, now)
  const list = folded
    .all()
    .filter(matches)
    .map(({ entry }) => entry)
  return entriesUnder({ ...state, entries: { list } }, filter, now)
}

/**
 * An entry that was written before a time, each as likely as any other; undefined where there is none.
 *
 * @param share from 0 inclusive to 1 exclusive, which of them
 */
export function anyBefore(
  { entries }: Pick<JournalState, 'entries'>,
  before: number,
  share: number,
): Entry | undefined {
  const { list } = entries
  const createdAt: Instant = instantFromMilliseconds(before)
  const first = placeOf(list, { createdAt, id: '' as Entry['id'] })
  return list[first + Math.floor(share * (list.length - first))]
}
