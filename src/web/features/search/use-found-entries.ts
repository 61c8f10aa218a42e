import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { parseSearch } from '../../../domain/search/search-words.ts'
import { foundRanges, nameRanges } from '../../../domain/search/find-in-text.ts'
import { useJournal, useStorageState } from '../../replica/journal-context.tsx'
import type { EntryQuery, FoundPage, Journal, Search, StorageState } from '../../replica/journal.ts'
import type { Marks } from '../../ui/marked.tsx'
import { searchTexts } from './texts.ts'
import { useTyped, type OpenSearch } from './use-search-words.ts'

/** Milliseconds between two looks at results that are still being added. */
const pace = 150
/** The same while the screen is full already: older ones change the number only, and keys go first. */
const fullPace = 1000
/** Cards drawn at first; as many fill a phone. */
const firstLimit = 6
/** Milliseconds until a search that could not be opened is opened again. */
const againMs = 3000

interface Count extends Pick<FoundPage, 'count' | 'isWhole'> {
  readonly words: string
}

/** What a search shows in place of the journal. */
export interface FoundEntries {
  readonly source: Pick<Journal, 'entries' | 'placeBefore'> & {
    readonly key: string
    readonly marks: Marks
    readonly firstLimit: number
    readonly readsTables: boolean
  }
  /** The number in words; undefined while nothing is searched for. */
  readonly found: string | undefined
}

/** The entries that the words find; the whole journal while none are typed or the search is not ready. */
export function useFoundEntries(open: OpenSearch): FoundEntries {
  const journal = useJournal()
  const words = useTyped(open)
  const { search, round, asked, setPace } = useReading()
  const note = useAskedAhead(open, search)
  const [count, setCount] = useState<Count>()
  const typed = parseSearch(words).length > 0 ? words : undefined
  const marks = useMemo(() => marksOf(typed ?? ''), [typed])
  const source = useMemo(() => {
    if (search === undefined || typed === undefined) return everything(journal, note)
    const entries: Journal['entries'] = async (query) => {
      note(query)
      asked()
      const page = await search.entries(typed, query)
      setPace(page.more && !page.isWhole ? fullPace : pace)
      setCount({ words: typed, count: page.count, isWhole: page.isWhole })
      return page
    }
    const placeBefore: Journal['placeBefore'] = async (selection, key, distance) =>
      search.placeBefore(typed, selection, key, distance)
    // Another object for each round, so that the list asks again.
    const readsTables = false
    return { key: typed, round, entries, placeBefore, marks, firstLimit, readsTables }
  }, [journal, search, typed, round, marks, asked, setPace, note])
  const isSearching = source.key !== ''
  return {
    source,
    found: isSearching ? inWords(count?.words === typed ? count : undefined) : undefined,
  }
}

/** Asks with the key, not after the drawing of it. Returns what takes note of each part asked for. */
function useAskedAhead({ typed }: OpenSearch, search: Search | undefined) {
  const last = useRef<EntryQuery>(undefined)
  useEffect(
    () =>
      typed.subscribe(() => {
        const words = typed.current() ?? ''
        if (last.current === undefined || parseSearch(words).length === 0) return
        search?.askAhead(words, { ...last.current, after: undefined, limit: firstLimit })
      }),
    [typed, search],
  )
  return useCallback((query: EntryQuery) => {
    last.current = query
  }, [])
}

/** The first letter takes its cards away: no more of them than those of a search. */
function everything(journal: Journal, note: (query: EntryQuery) => void): FoundEntries['source'] {
  return {
    key: '',
    entries: async (query) => {
      note(query)
      return journal.entries(query)
    },
    placeBefore: async (...place) => journal.placeBefore(...place),
    marks: () => [],
    firstLimit,
    readsTables: true,
  }
}

function marksOf(typed: string): Marks {
  const words = parseSearch(typed)
  return (text, kind) => (kind === 'name' ? nameRanges : foundRanges)(text, words)
}

function inWords(count: Count | undefined): string {
  const isKnown = count !== undefined && (count.isWhole || count.count > 0)
  return isKnown ? searchTexts.entries(count.count) : searchTexts.searching
}

/** The open search, and a number that is another when it would answer otherwise. */
function useReading() {
  const journal = useJournal()
  const storage = useStorageState()
  const [reading, setReading] = useState<{ storage: StorageState; search: Search }>()
  const [round, setRound] = useState(0)
  const untilNext = useRef(pace)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is asked now is answered with all that was found until now.
  const asked = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  const setPace = useCallback((milliseconds: number) => {
    untilNext.current = milliseconds
  }, [])
  useEffect(() => {
    let isOver = false
    let opened: Search | undefined
    const askAgain = () => {
      asked()
      setRound((before) => before + 1)
    }
    const changed = (isDue: boolean) => {
      if (isDue) askAgain()
      else timer.current ??= setTimeout(askAgain, untilNext.current)
    }
    const take = (search: Search) => {
      if (isOver) {
        search.close()
        return
      }
      opened = search
      search.subscribe(changed)
      setReading({ storage, search })
    }
    let again: ReturnType<typeof setTimeout> | undefined
    // Its code may not be here yet, as over plain HTTP without a network.
    const open = () => {
      journal.openSearch().then(take, () => {
        if (!isOver) again = setTimeout(open, againMs)
      })
    }
    open()
    return () => {
      isOver = true
      clearTimeout(again)
      asked()
      opened?.close()
      setReading(undefined)
    }
  }, [journal, storage, asked])
  // A copy that has taken the place of another is read anew.
  return {
    search: reading?.storage === storage ? reading.search : undefined,
    round,
    asked,
    setPace,
  }
}
