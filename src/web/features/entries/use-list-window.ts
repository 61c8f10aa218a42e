import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { firstReading } from '../../replica/first-reading.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import {
  shareStructure,
  type EntryKey,
  type EntryPage,
  type EntryQuery,
  type Journal,
  type ListPlace,
} from '../../replica/journal.ts'
import type { Marks } from '../../ui/marked.tsx'

/** Cards drawn at first, two screens of them, and how many more or further each time an edge comes near. */
export const firstLimit = 12
const step = 10
/** Below so many the window grows; from there on it moves. */
const fullSize = 40
/** Cards drawn before one that was asked for. */
const margin = 5

export const listTop: ListPlace = { after: undefined, passed: 0 }

/** The part of the list that is drawn. */
export interface DrawnPart extends EntryPage {
  readonly key: string
  readonly place: ListPlace
  readonly limit: number
  readonly marks: Marks | undefined
  /** The entry that the last leap led to or did not find; the part was read after it. */
  readonly leapt: EntryId | undefined
  /** From which of its cards on other matches are marked until these are drawn anew. */
  readonly waiting?: { readonly from: number; readonly marks: Marks | undefined }
  /** True for the first cards that a search draws. */
  readonly isPreview: boolean
}

/** Which part of the list is drawn, and the ways to another. */
export interface ListWindow {
  /** The newest part that has been read; `undefined` before the first. */
  readonly part: DrawnPart | undefined
  /** False while `part` still answers another filter or stands at another place. */
  readonly isCurrent: boolean
  /** Draws older ones; drops as many of the newest where that many `canGo`. */
  readonly older: (canGo: (count: number) => boolean) => void
  /** Draws newer ones; drops as many of the oldest once the window is full. */
  readonly newer: () => void
  readonly moveTo: (place: ListPlace) => void
  /** Moves to an entry, if there is one. */
  readonly leap: (id: EntryId) => void
  /** Makes the next leap to the same entry another one. */
  readonly forgetLeap: () => void
}

interface State {
  readonly key: string
  readonly place: ListPlace
  readonly limit: number
  readonly leapt: EntryId | undefined
}

/** Where the list comes from: the whole journal, or what a search finds in it. */
export interface ListSource extends Pick<Journal, 'entries' | 'placeBefore'> {
  /** Another for another search. */
  readonly key: string
  /** What to mark in its entries. */
  readonly marks: Marks
  /** Cards drawn at first: as many as a screen shows, because each key draws others. */
  readonly firstLimit: number
  /** What it yields for this, where that came with it: then it is not asked. */
  readonly first: (EntryQuery & { readonly page: EntryPage }) | undefined
  /** False where another source is given for each change of what it would yield. */
  readonly readsTables: boolean
}

/** A window over the list: however long that is, a few dozen cards are read and drawn. */
export function useListWindow(
  filter: EntryFilter,
  now: number,
  source: ListSource | undefined,
): ListWindow {
  const journal = useJournal()
  const list = source ?? journal
  const key = JSON.stringify([filter, source?.key])
  const start = { key, place: listTop, limit: source?.firstLimit ?? firstLimit, leapt: undefined }
  const [state, setState] = useState<State>(start)
  const current = state.key === key ? state : start
  if (current !== state) setState(current)
  const { place } = current
  const after = place.after?.id
  const { part, isCurrent } = usePart({ filter, now, source, wanted: current })

  /** Unless the window has moved or shows another filter by then. */
  const change = (next: Partial<State>) =>
    setState((now) =>
      now.key === key && now.place.after?.id === after ? { ...now, ...next } : now,
    )
  const before = async (entry: EntryKey, count: number) =>
    list.placeBefore({ filter, now }, entry, count)

  return {
    part,
    isCurrent,
    moveTo: (next) => change({ place: next }),
    older(canGo) {
      if (!isCurrent || part === undefined || !part.more) return
      const last = part.entries[step - 1]
      if (part.entries.length < fullSize || last === undefined || !canGo(step))
        change({ limit: current.limit + step })
      else change({ place: { after: keyOf(last), passed: place.passed + step } })
    },
    newer() {
      const first = part?.entries[0]
      if (!isCurrent || first === undefined || place.after === undefined) return
      // A window of a few cards grows: moved by so many it would leave what one looks at.
      const isFull = (part?.entries.length ?? 0) >= fullSize
      const limit = isFull ? current.limit : current.limit + step
      void before(keyOf(first), step).then((next) => change({ place: next, limit }))
    },
    leap(id) {
      void journal.entry(id).then(async (entry) => {
        if (entry === undefined) return change({ leapt: id })
        return change({ place: await before(keyOf(entry), margin), leapt: id })
      })
    },
    forgetLeap: () => change({ leapt: undefined }),
  }
}

interface Wanted {
  readonly filter: EntryFilter
  readonly now: number
  readonly source: ListSource | undefined
  readonly wanted: State
}

/** The part that is drawn: the one that is wanted, or until that has been read the last one. */
function usePart({ filter, now, source, wanted }: Wanted) {
  const journal = useJournal()
  const list = source ?? journal
  const { key, place, limit, leapt } = wanted
  const after = place.after?.id
  const isPreview = limit === source?.firstLimit && after === undefined
  const query = { filter, now, after: place.after, limit }
  const known = isPreview && leapt === undefined ? knownPage(source, query) : undefined
  const partOf = (page: EntryPage): DrawnPart => {
    const marks = source?.marks
    return { key, place, limit, marks, leapt, isPreview, ...page }
  }
  const read = useLive<DrawnPart>(
    known === undefined ? async () => partOf(await list.entries(query)) : undefined,
    [list, key, now, after, limit, leapt, known],
    source?.readsTables,
    source === undefined ? firstPart(journal, filter, key) : undefined,
  )
  const newest = useNewest(read, known, partOf)
  const part = useScreenFirst(newest, source !== undefined)
  const isCurrent =
    part === newest && part?.key === key && part.place.after?.id === after && part.limit === limit
  return { part, isCurrent }
}

/** The page that came with a source, if it answers this. */
function knownPage(source: ListSource | undefined, query: EntryQuery): EntryPage | undefined {
  const first = source?.first
  return first?.filter === query.filter && first.now === query.now ? first.page : undefined
}

/** What came last: a part that was read, or a page that came with the source. */
function useNewest(
  read: DrawnPart | undefined,
  known: EntryPage | undefined,
  partOf: (page: EntryPage) => DrawnPart,
): DrawnPart | undefined {
  const [last, setLast] = useState({ read, known, part: known ? partOf(known) : read })
  if (last.read === read && last.known === known) return last.part
  const isKnownNew = known !== undefined && known !== last.known
  const next = isKnownNew ? partOf(known) : read === last.read ? last.part : read
  const part = shareStructure(last.part, next)
  setLast({ read, known, part })
  return part
}

/** What was read before the first drawing, where that shows everything. */
function firstPart(journal: Journal, filter: EntryFilter, key: string): DrawnPart | undefined {
  const page = firstReading(journal)?.page
  if (page === undefined || filter.category !== null || activeFilterCount(filter) > 0)
    return undefined
  const none = { marks: undefined, leapt: undefined, isPreview: false }
  return { key, place: listTop, limit: firstLimit, ...none, ...page }
}

/** So many cards a phone shows whole below the field of a search; what else is seen follows a moment later. */
const onScreen = 1
/** So many cards are seen when the app opens. */
const onFirstScreen = 5

/**
 * The cards that a screen shows are drawn at once. The others follow: of what is found once these are
 * painted, of the list when it is drawn for the first time.
 */
function useScreenFirst(read: DrawnPart | undefined, isSearch: boolean): DrawnPart | undefined {
  // Not the part itself: for each later one the list would be rendered twice.
  const isFirstDrawn = useDeferredValue(read !== undefined, false)
  const painted = useAfterPaint(isSearch ? read : undefined)
  if (isSearch) return onScreenOf(read, painted, onScreen)
  return isFirstDrawn ? read : onScreenOf(read, undefined, onFirstScreen)
}

/** The value of the last painted frame; a new one follows as soon as nobody waits. */
function useAfterPaint<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}

/** Cards that are drawn already stay as they are meanwhile. */
function onScreenOf(next: DrawnPart | undefined, drawn: DrawnPart | undefined, count: number) {
  if (next === undefined || next === drawn || next.entries.length <= count) return next
  const isDrawn = new Set(drawn?.entries.map(({ id }) => id))
  const entries = next.entries.filter(({ id }, index) => index < count || isDrawn.has(id))
  return { ...next, entries, waiting: { from: count, marks: drawn?.marks } }
}

function keyOf({ createdAt, id }: EntryPage['entries'][number]) {
  return { createdAt, id }
}
