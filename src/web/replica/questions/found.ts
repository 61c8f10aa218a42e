import type { Entry } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type Instant } from '../../../domain/ids.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import { entryMatcher, foldedLazily, searchableText } from '../../../domain/search/entry-search.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import type { SearchableText } from '../../../domain/search/find-in-text.ts'
import { placeOf } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { entriesUnder, timeZoneOf } from './list.ts'

/**
 * The folded texts of an open search: folding takes several times as long as searching (31 against 6 ms for 10,000
 * entries). A text is freed with its row.
 */
export class SearchTexts {
  readonly #texts = new WeakMap<Entry | Reply, SearchableText>()

  readonly of = (row: Entry | Reply): SearchableText => {
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
 * @param now milliseconds since 1970
 */
export function entriesFound(
  state: Pick<JournalState, 'entries' | 'replies' | 'profiles' | 'journal' | 'me'>,
  words: string,
  { filter, now }: { readonly filter: EntryFilter; readonly now: number },
  textOf: SearchTexts['of'],
): readonly Entry[] {
  const entries = entriesUnder(state, filter, now)
  const { profiles, replies } = state
  const matches = entryMatcher(words, { profiles, now, timeZone: timeZoneOf(state) })
  if (matches === undefined) return entries
  return entries.filter((entry) => {
    const { id, userId, createdAt } = entry
    const texts = replies.of(id).map((reply) => textOf(reply))
    return matches({ userId, createdAt, text: textOf(entry), replies: texts })
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
