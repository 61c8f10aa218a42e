import { useCallback, useDeferredValue, useState } from 'react'
import type { EntryId } from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { SpecialDaySetting } from '../../domain/settings.ts'
import { CalendarPart } from '../features/calendar/lazy-calendar.tsx'
import { calendarTexts } from '../features/calendar/calendar-texts.ts'
import { useHits, type OpenSearch } from '../features/search/use-search-words.ts'
import { Card } from '../ui/card.tsx'
import { useHasColumns } from '../ui/media-query.ts'
import { ResponsiveDialog } from '../ui/responsive-dialog.tsx'
import { leaveTopLayer } from '../ui/use-back-closes.ts'
import type { ListView } from './use-list-view.ts'

export type CalendarView = ReturnType<typeof useCalendarView>

export function useCalendarView() {
  const hasColumns = useHasColumns()
  // True while the drawer is open; where there are columns there is none.
  const [isOpen, setOpen] = useState(false)
  // True until the calendar has taken the focus.
  const [wantsFocus, setWantsFocus] = useState(false)
  // A screen that has become wide has the calendar in its column.
  if (hasColumns && isOpen) setOpen(false)
  /** Puts the focus on the calendar: in its column, or in the drawer that it opens. */
  const ask = useCallback(() => {
    setOpen(!hasColumns)
    setWantsFocus(true)
  }, [hasColumns])
  const onFocused = useCallback(() => setWantsFocus(false), [])
  return { isOpen, setOpen, wantsFocus, onFocused, ask }
}

interface ListCalendarProps {
  readonly calendar: CalendarView
  readonly view: ListView
  readonly search: OpenSearch
  readonly specialDays: readonly SpecialDaySetting[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The calendar in its column, or in a drawer below 1100 px. */
export function ListCalendar({ calendar, view, search, specialDays, now }: ListCalendarProps) {
  const hasColumns = useHasColumns()
  const hits = useHits(search)
  // The drawer's own step is taken back first: Back then leads from the day to the cards that one has left.
  const lead = async (to: () => void) => {
    if (calendar.isOpen) await leaveTopLayer()
    to()
  }
  // The list comes first: a month takes a while to draw, and with a filter the entries of a whole journal may be counted.
  const shown = useDeferredValue({
    filter: view.filter,
    now,
    specialDays,
    hits,
    firstDay: view.day.linked,
    onDay: (day: JournalDay) => void lead(() => view.openDay(day)),
    onIdea: (id: EntryId) => void lead(() => view.openEntry(id)),
    wantsFocus: calendar.wantsFocus,
    onFocused: calendar.onFocused,
  })
  const part = <CalendarPart {...shown} />
  if (hasColumns)
    return (
      <Card as="section" aria-label={calendarTexts.label} className="p-2!">
        {part}
      </Card>
    )
  return (
    <ResponsiveDialog
      open={calendar.isOpen}
      onOpenChange={calendar.setOpen}
      title={calendarTexts.label}
    >
      {part}
    </ResponsiveDialog>
  )
}
