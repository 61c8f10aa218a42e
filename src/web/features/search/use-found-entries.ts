import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { EntryFilter } from '../../../domain/filter.ts'
import { foundRanges, nameRanges } from '../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../domain/search/search-words.ts'
import { shownDates } from '../../../domain/search/written-date.ts'
import { inSlices } from '../../browser/in-slices.ts'
import { nextTask } from '../../browser/next-task.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { useEntriesUnder, useRows } from '../../replica/use-rows.ts'
import { entriesFound, FoldedEntries, type FoldedTexts } from '../../replica/questions/found.ts'
import type { Marks } from '../../ui/marked.tsx'
import { searchTexts } from './search-texts.ts'
import { useTyped, type OpenSearch } from './use-search-words.ts'

/**
 * The results of a search in place of the journal: the entries that the words find; the whole journal while none are typed. The list follows a moment after the
 * key, which redraws the field alone.
 *
 * @param now milliseconds since 1970
 */
export function useFoundEntries(open: OpenSearch, filter: EntryFilter, now: number) {
  const typed = useDeferredValue(useTyped(open))
  const profiles = useJournalState((state) => state.profiles)
  const journal = useJournalState((state) => state.journal)
  const me = useJournalState((state) => state.me)
  const isWhole = useJournalState((state) => state.isWhole)
  const folded = useFoldedEntries()
  const listed = useEntriesUnder(filter, now)
  const matching = useMemo(
    () => entriesFound({ profiles, journal, me }, folded, typed, { filter, now }),
    [profiles, journal, me, folded, typed, filter, now],
  )
  const found = matching ?? listed
  const words = parseSearch(typed).length > 0 ? typed : ''
  const marks = useMemo(() => marksOf(words), [words])
  useEffect(() => open.hits.set(matching), [open.hits, matching])
  useEffect(() => () => open.hits.set(undefined), [open.hits])
  const count =
    isWhole || found.length > 0 ? searchTexts.entries(found.length) : searchTexts.searching
  /** The number is in words; undefined while nothing is searched for. */
  return { entries: found, words, marks, count: words === '' ? undefined : count }
}

function marksOf(typed: string): Marks {
  const words = parseSearch(typed)
  const names = [...words, ...shownDates(words)]
  return (text, kind) => (kind === 'name' ? nameRanges(text, names) : foundRanges(text, words))
}

/** Folds the texts of an open search in slices, so that the first word finds them folded. */
function useFoldedEntries(): FoldedEntries {
  const entries = useJournalState((state) => state.entries)
  const rows = useRows('entries', 'replies', 'photos')
  const [texts] = useState((): FoldedTexts => new WeakMap())
  const folded = useMemo(() => new FoldedEntries({ entries }, rows, texts), [entries, rows, texts])
  useEffect(() => {
    let isOver = false
    void nextTask().then(async () => inSlices(folded.fold(), () => isOver))
    return () => {
      isOver = true
    }
  }, [folded])
  return folded
}
