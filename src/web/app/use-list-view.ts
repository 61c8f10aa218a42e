import { useLayoutEffect, useState, type RefObject } from 'react'
import type { Category } from '../../domain/category.ts'
import { writtenEntry, type Entry } from '../../domain/entry.ts'
import { filterShowing, filtersOn, type EntryFilter } from '../../domain/filter.ts'
import {
  instantFromMilliseconds,
  newId,
  type EntryId,
  type PartnerId,
  type ReplyId,
} from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import { goneTexts } from '../features/entries/entries-texts.ts'
import { useFilter } from '../features/filters/use-filter.ts'
import { useJournal, useJournalState, useTimeZone } from '../replica/journal-context.tsx'
import { photosOf } from '../replica/memory/counted-entries.ts'
import { hasAllEntries } from '../replica/questions/list.ts'
import { toast } from '../ui/toast.tsx'
import { useNow } from '../ui/use-now.ts'
import { useLinkedDay, type LinkedDay } from './use-linked-day.ts'

export interface ListView {
  readonly filter: EntryFilter
  /** Shows another tab or filter, from its first card on. */
  readonly setFilter: (next: EntryFilter) => void
  /** The entry to scroll to, or the list's start, where it stays. */
  readonly highlight: EntryId | 'start' | undefined
  readonly onHighlighted: () => void
  /** The day to lead the list to, and the one in the address. */
  readonly day: Pick<LinkedDay, 'wanted' | 'linked'>
  /** Leads to the heading of a day. It is a step of the history. */
  readonly openDay: (day: JournalDay) => void
  /** The reply to show on its card. */
  readonly reply: ReplyId | undefined
  /**
   * Scrolls to an entry, or to a reply to it, also if a tab or filter hides it or it is far back (D7). It is a step of the
   * history: Back leads to the cards one has left. `leave` ends a search, after that step began.
   */
  readonly openEntry: (id: EntryId, reply?: ReplyId, leave?: () => void) => void
  /** Scrolls to an entry that came back; no step. */
  readonly showRestored: (id: EntryId) => void
  /** Neither tab, filter nor scroll position may hide a new entry. */
  readonly showCreated: (category: Category) => void
}

/** The part of the journal that the main screen shows. */
export function useListView(listStart: RefObject<HTMLElement | null>): ListView {
  const journal = useJournal()
  const now = useNow()
  const timeZone = useTimeZone()
  const isWhole = useJournalState(hasAllEntries)
  const [filter, setFilter] = useFilter()
  const [highlight, setHighlight] = useState<EntryId | 'start'>()
  const [reply, setReply] = useState<ReplyId>()
  const day = useLinkedDay()
  const move = useMove(listStart)
  const context = { me: journal.me, now, timeZone }
  const showing = (entry: Entry) =>
    filterShowing({ ...entry, photos: photosOf(journal.rows, entry.id) }, filter, context)

  return {
    filter,
    setFilter(next) {
      day.end()
      setFilter(next)
      move(leaveMiddle)
    },
    highlight,
    onHighlighted() {
      setHighlight(undefined)
      day.end()
    },
    day,
    openDay: day.open,
    reply,
    openEntry(id, wanted, leave) {
      void journal.entry(id).then((entry) => {
        if (entry !== undefined) setFilter(showing(entry), true)
        leave?.()
        if (entry === undefined) {
          if (isWhole) sayEntryIsGone()
          return
        }
        setHighlight(id)
        setReply(wanted)
      })
    },
    showRestored(id) {
      void journal.entry(id).then((entry) => {
        if (entry === undefined) return
        setFilter(showing(entry))
        setHighlight(id)
      })
    },
    showCreated(category) {
      const written = emptyEntry(category, journal.me, now)
      // The callback does not know the date, so an active time filter is cleared.
      const timeless: EntryFilter = filtersOn(filter.category).includes('ideasTime')
        ? { ...filter, ideasTime: 'all' }
        : filter
      setFilter(filterShowing(written, timeless, context))
      setHighlight('start')
      move(showStart)
    },
  }
}

function emptyEntry(category: Category, userId: PartnerId, now: number) {
  const edit = { category, content: '', isPrivate: false, scheduledDate: null }
  const made = { id: newId(), userId, createdAt: instantFromMilliseconds(now) }
  return { ...writtenEntry(edit, made), photos: 0 }
}

/** One sentence for an entry that was deleted, is hidden and never was (D9). */
export function sayEntryIsGone(): void {
  toast({ title: goneTexts.entry, id: 'entry-gone' })
}

/** Scrolls to the list's start once what stands above it is drawn: another tab has no memories there, "Alle" has. */
function useMove(listStart: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<{ readonly move: (list: HTMLElement) => void }>()
  useLayoutEffect(() => {
    if (listStart.current !== null) wanted?.move(listStart.current)
  }, [wanted, listStart])
  return (move: (list: HTMLElement) => void) => setWanted({ move })
}

/** Scrolls up to the list's start, from below it only. */
function leaveMiddle(list: HTMLElement): void {
  const { scrollMarginTop } = getComputedStyle(list)
  const isCut = list.getBoundingClientRect().top < Number.parseFloat(scrollMarginTop)
  if (isCut) list.scrollIntoView({ block: 'start' })
}

/** Scrolls to the page's top; on a small screen with a long quote, to the list's. */
function showStart(list: HTMLElement): void {
  window.scrollTo({ top: 0 })
  const isFarDown = list.getBoundingClientRect().top > window.innerHeight * 0.6
  if (isFarDown) list.scrollIntoView({ block: 'start' })
}
