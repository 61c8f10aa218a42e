import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { parseSearch } from '../../../domain/search/search-words.ts'
import { foundRanges, nameRanges } from '../../../domain/search/find-in-text.ts'
import { useJournal, useStorageState } from '../../replica/journal-context.tsx'
import type { EntryQuery, FoundPage, Journal, Search, StorageState } from '../../replica/journal.ts'
import type { Marks } from '../../ui/marked.tsx'
import { searchTexts } from './texts.ts'
import type { OpenSearch } from './use-search-words.ts'

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

/** The first part of what was found, and what it was asked for. */
interface FirstPart extends EntryQuery {
  readonly page: FoundPage
}

type FoundSource = Pick<Journal, 'entries' | 'placeBefore'> & {
  readonly key: string
  readonly marks: Marks
  readonly firstLimit: number
  readonly first: FirstPart | undefined
  readonly readsTables: boolean
}

/** What a search shows in place of the journal. */
export interface FoundEntries {
  readonly source: FoundSource
  /** The number in words; undefined while nothing is searched for. */
  readonly found: string | undefined
}

/** The words whose results are shown, and the first of these where they came with the words. */
interface Answered {
  readonly words: string
  readonly first?: FirstPart
}

/** The entries that the words find; the whole journal while none are typed or the search is not ready. */
export function useFoundEntries(open: OpenSearch): FoundEntries {
  const journal = useJournal()
  const { search, round, asked, setPace } = useReading()
  const [count, setCount] = useState<Count>()
  const ask = useCallback(
    async (from: Search, words: string, query: EntryQuery) => {
      asked()
      const page = await from.entries(words, query)
      setPace(page.more && !page.isWhole ? fullPace : pace)
      return page
    },
    [asked, setPace],
  )
  const note = useCallback((words: string, { count, isWhole }: FoundPage) => {
    setCount({ words, count, isWhole })
  }, [])
  const { answered, drawn } = useAnswered(open, { search, round, ask, note })
  const { words, first } = answered
  const typed = parseSearch(words).length > 0 ? words : undefined
  const marks = useMemo(() => marksOf(typed ?? ''), [typed])
  const source = useMemo((): FoundSource => {
    if (search === undefined || typed === undefined) return everything(journal, drawn)
    const entries: Journal['entries'] = async (query) => {
      drawn(query)
      const page = await ask(search, typed, query)
      note(typed, page)
      return page
    }
    const placeBefore: Journal['placeBefore'] = async (selection, key, distance) =>
      search.placeBefore(typed, selection, key, distance)
    const readsTables = false
    return { key: typed, entries, placeBefore, marks, first, firstLimit, readsTables }
    // oxlint-disable-next-line react/exhaustive-deps -- another object for each round: the list asks again
  }, [journal, search, typed, first, round, marks, ask, note, drawn])
  const isSearching = source.key !== ''
  return {
    source,
    found: isSearching ? inWords(count?.words === typed ? count : undefined) : undefined,
  }
}

interface Asking {
  readonly search: Search | undefined
  /** Another number asks again. */
  readonly round: number
  readonly ask: (from: Search, words: string, query: EntryQuery) => Promise<FoundPage>
  readonly note: (words: string, page: FoundPage) => void
}

/**
 * Asks with the key, and draws the list once the answer is there: the key itself redraws the field alone.
 *
 * @returns also what takes note of the part of the list that is drawn
 */
function useAnswered({ typed }: OpenSearch, { search, round, ask, note }: Asking) {
  const [answered, setAnswered] = useState<Answered>({ words: typed.current() ?? '' })
  const last = useRef<EntryQuery>(undefined)
  const drawn = useCallback((query: EntryQuery) => {
    last.current = query
  }, [])
  const follow = useEffectEvent(async () => {
    const words = typed.current() ?? ''
    const query = last.current && { ...last.current, after: undefined, limit: firstLimit }
    // Without an answer the list asks for itself.
    if (search === undefined || query === undefined || parseSearch(words).length === 0)
      return setAnswered({ words })
    const page = await ask(search, words, query).catch(() => undefined)
    if (typed.current() !== words) return undefined
    if (page === undefined) return setAnswered({ words })
    // At once: before a task of its own the browser would draw a frame that shows nothing new.
    flushSync(() => {
      setAnswered({ words, first: { ...query, page } })
      note(words, page)
    })
    return undefined
  })
  useEffect(() => typed.subscribe(() => void follow()), [typed])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each of them may answer otherwise
  useEffect(() => void follow(), [search, round])
  return { answered, drawn }
}

/** The first letter takes its cards away: no more of them than those of a search. */
function everything(journal: Journal, drawn: (query: EntryQuery) => void): FoundSource {
  return {
    key: '',
    entries: async (query) => {
      drawn(query)
      return journal.entries(query)
    },
    placeBefore: async (...place) => journal.placeBefore(...place),
    marks: () => [],
    first: undefined,
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
