import type { Entry } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type Instant } from '../../../domain/ids.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import { entryMatcher, searchableText } from '../../../domain/search/entry-search.ts'
import type { SearchableText } from '../../../domain/search/find-in-text.ts'
import { placeOf } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { entriesUnder, timeZoneOf } from './list.ts'

/**
 * The folded texts of an open search: folding takes several times as long as searching (31 against 6 ms for 10,000
 * entries). A text is freed with its row.
 */
export class SearchTexts {
  readonly #texts = new WeakMap<Entry, SearchableText>()

  readonly of = (entry: Entry): SearchableText => {
    const known = this.#texts.get(entry)
    if (known !== undefined) return known
    const text = searchableText(entry)
    this.#texts.set(entry, text)
    return text
  }
}

/**
 * The entries under a filter that a person searches for, newest first; all of them where nothing is searched for.
 *
 * @param now milliseconds since 1970
 */
export function entriesFound(
  state: Pick<JournalState, 'entries' | 'profiles' | 'journal' | 'me'>,
  words: string,
  { filter, now }: { readonly filter: EntryFilter; readonly now: number },
  textOf: SearchTexts['of'],
): readonly Entry[] {
  const entries = entriesUnder(state, filter, now)
  const { profiles } = state
  const matches = entryMatcher(words, { profiles, now, timeZone: timeZoneOf(state) })
  if (matches === undefined) return entries
  return entries.filter((entry) => {
    const { userId, createdAt } = entry
    return matches({ userId, createdAt, text: textOf(entry) })
  })
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
