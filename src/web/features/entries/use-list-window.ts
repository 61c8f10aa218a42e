import { useDeferredValue, useState } from 'react'
import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { firstReading } from '../../replica/first-reading.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import type { EntryKey, EntryPage, Journal, ListPlace } from '../../replica/journal.ts'
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
  /** Draws newer ones in place of the oldest. */
  readonly newer: () => void
  readonly moveTo: (place: ListPlace) => void
  /** Moves to an entry, if there is one. */
  readonly leap: (id: EntryId) => void
  /** The entry that the last leap led to or did not find. */
  readonly leapt: EntryId | undefined
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
  const { place, limit, leapt } = current
  const after = place.after?.id
  const read = useLive<DrawnPart>(
    async () => {
      const page = await list.entries({ filter, now, after: place.after, limit })
      const isPreview = limit === source?.firstLimit && place.after === undefined
      return { key, place, limit, marks: source?.marks, isPreview, ...page }
    },
    [list, key, now, after, limit],
    source?.readsTables,
    source === undefined ? firstPart(journal, filter, key) : undefined,
  )
  const part = useScreenFirst(read, source !== undefined)
  const isCurrent =
    part === read && part?.key === key && part.place.after?.id === after && part.limit === limit

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
    leapt,
    moveTo: (next) => change({ place: next }),
    older(canGo) {
      const last = part?.entries[step - 1]
      if (!isCurrent || !part.more || last === undefined) return
      if (part.entries.length < fullSize || !canGo(step)) change({ limit: limit + step })
      else change({ place: { after: keyOf(last), passed: place.passed + step } })
    },
    newer() {
      const first = part?.entries[0]
      if (!isCurrent || first === undefined || place.after === undefined) return
      void before(keyOf(first), step).then((next) => change({ place: next }))
    },
    leap(id) {
      void journal.entry(id).then(async (entry) => {
        if (entry === undefined) return change({ leapt: id })
        return change({ place: await before(keyOf(entry), margin), leapt: id })
      })
    },
  }
}

/** What was read before the first drawing, where that shows everything. */
function firstPart(journal: Journal, filter: EntryFilter, key: string): DrawnPart | undefined {
  const page = firstReading(journal)?.page
  if (page === undefined || filter.category !== null || activeFilterCount(filter) > 0)
    return undefined
  return { key, place: listTop, limit: firstLimit, marks: undefined, isPreview: false, ...page }
}

/** So many cards a phone shows whole below the field of a search; what else is seen follows a moment later. */
const onScreen = 1
/** So many cards are seen when the app opens. */
const onFirstScreen = 5

/**
 * The cards that a screen shows are drawn at once. The others follow: of what is found always,
 * between two keys; of the list when it is drawn for the first time.
 */
function useScreenFirst(read: DrawnPart | undefined, isSearch: boolean): DrawnPart | undefined {
  const whole = useDeferredValue(read, undefined)
  if (isSearch) return onScreenOf(read, whole, onScreen)
  return whole === undefined ? onScreenOf(read, whole, onFirstScreen) : read
}

function onScreenOf(next: DrawnPart | undefined, drawn: DrawnPart | undefined, count: number) {
  if (next === undefined || next === drawn) return next
  const isDrawn = new Set(drawn?.entries.map(({ id }) => id))
  const entries = next.entries.filter(({ id }, index) => index < count || isDrawn.has(id))
  return entries.length === next.entries.length ? next : { ...next, entries }
}

function keyOf({ createdAt, id }: EntryPage['entries'][number]) {
  return { createdAt, id }
}
