import type { Entry } from '../../../domain/entry.ts'
import { searchableText } from '../../../domain/search/entry-search.ts'
import { holdsWord } from '../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../domain/search/search-words.ts'
import type { JournalState } from '../memory/journal-state.ts'

/**
 * The newest entry in which the two of them used one of these words, the first before the second, as the search
 * finds them; translations do not count. The other's private entries are not on this device (D9). It can be left after each entry.
 */
export function* entryWithWord(
  { entries }: Pick<JournalState, 'entries'>,
  words: readonly string[],
): Generator<undefined, Entry | undefined> {
  for (const word of words) {
    // In quotation marks the words of a phrase stay together.
    const searched = parseSearch(`"${word.replaceAll('"', ' ')}"`)
    if (searched.length === 0) continue
    for (const entry of entries.list) {
      if (entry.category === 'uebersetzungen') continue
      const text = searchableText(entry)
      if (searched.every((one) => holdsWord(text, one))) return entry
      yield
    }
  }
  return undefined
}
