import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import { foundRanges, nameRanges } from '../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../domain/search/search-words.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import type { JournalState } from '../../replica/journal.ts'
import { entriesFound, SearchTexts } from '../../replica/questions/found.ts'
import type { Marks } from '../../ui/marked.tsx'
import { searchTexts } from './search-texts.ts'
import { useTyped, type OpenSearch } from './use-search-words.ts'

/** Texts folded in one piece before the first word is typed; more would delay its keys. */
const foldedAtOnce = 1000

/** What a search shows in place of the journal. */
export interface FoundEntries {
  readonly entries: readonly Entry[]
  readonly words: string
  readonly marks: Marks
  /** The number in words; undefined while nothing is searched for. */
  readonly count: string | undefined
}

/**
 * The entries that the words find; the whole journal while none are typed. The list follows a moment after the
 * key, which redraws the field alone.
 *
 * @param now milliseconds since 1970
 */
export function useFoundEntries(open: OpenSearch, filter: EntryFilter, now: number): FoundEntries {
  const typed = useDeferredValue(useTyped(open))
  const { entries, replies, profiles, journal, me, isWhole } = useJournalState((state) => state)
  const texts = useFoldedTexts(entries.list, replies)
  const found = useMemo(
    () =>
      entriesFound({ entries, replies, profiles, journal, me }, typed, { filter, now }, texts.of),
    [entries, replies, profiles, journal, me, typed, filter, now, texts],
  )
  const words = parseSearch(typed).length > 0 ? typed : ''
  const marks = useMemo(() => marksOf(words), [words])
  const count =
    isWhole || found.length > 0 ? searchTexts.entries(found.length) : searchTexts.searching
  return { entries: found, words, marks, count: words === '' ? undefined : count }
}

function marksOf(typed: string): Marks {
  const words = parseSearch(typed)
  return (text, kind) => (kind === 'name' ? nameRanges : foundRanges)(text, words)
}

/** Folds the texts of an open search in pieces, so that the first word finds them folded. */
function useFoldedTexts(entries: readonly Entry[], replies: JournalState['replies']): SearchTexts {
  const [texts] = useState(() => new SearchTexts())
  useEffect(() => {
    let next = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const fold = () => {
      for (const entry of entries.slice(next, next + foldedAtOnce))
        for (const row of [entry, ...replies.of(entry.id)]) texts.of(row)
      next += foldedAtOnce
      if (next < entries.length) timer = setTimeout(fold, 0)
    }
    timer = setTimeout(fold, 0)
    return () => clearTimeout(timer)
  }, [entries, replies, texts])
  return texts
}
