import type { Entry } from '../../../domain/entry.ts'
import { isUsedIn, type UsedWord } from '../../../domain/practice/word-use.ts'
import { searchableText } from '../../../domain/search/entry-search.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'

/**
 * The newest entry in which the two of them used one of these words, the first before the second; translations do not
 * count. The other's private entries are not on this device (D9). It can be left after each entry.
 */
export function* entryWithWord(
  { entries }: Pick<JournalState, 'entries'>,
  rows: RowReader,
  words: readonly UsedWord[],
): Generator<undefined, Entry | undefined> {
  for (const word of words) {
    if (word.searched.length === 0) continue
    for (const { id } of entries.list) {
      const entry = rows.get('entries', id)
      if (entry === undefined || entry.category === 'uebersetzungen') continue
      if (isUsedIn(searchableText(entry), word)) return entry
      yield
    }
  }
  return undefined
}
