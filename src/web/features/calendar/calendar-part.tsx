import { memo } from 'react'
import type { EntryFilter } from '../../../domain/filter.ts'
import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import type { SpecialDaySetting } from '../../../domain/settings.ts'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { loadedFrom } from '../../replica/questions/list.ts'
import { useMarksOf, useMarksUnder } from '../../replica/use-marked-days.ts'
import { JournalCalendar, type JournalCalendarProps } from './journal-calendar.tsx'

export interface CalendarPartProps extends Pick<
  JournalCalendarProps,
  'onDay' | 'onIdea' | 'wantsFocus' | 'onFocused'
> {
  readonly filter: EntryFilter
  /** Milliseconds since 1970. */
  readonly now: number
  readonly specialDays: readonly SpecialDaySetting[]
  /** The entries that a search has found, while one is open. */
  readonly hits: readonly ListedEntry[] | undefined
  /** The day whose month is shown first; today's unless given. */
  readonly firstDay: JournalDay | undefined
}

/** The calendar of the list: it marks the days of its entries, or of a search's hits. */
export const CalendarPart = memo(function CalendarPart(props: CalendarPartProps) {
  const { filter, now, hits, ...others } = props
  const marks = useMarksUnder(filter, now)
  const hitMarks = useMarksOf(hits)
  const today = dayOf(now, useTimeZone())
  return (
    <JournalCalendar
      {...others}
      firstDay={others.firstDay ?? today}
      marks={hitMarks ?? marks}
      today={today}
      isSearch={hitMarks !== undefined}
      loadedFrom={useJournalState((state) => loadedFrom(state, now))}
    />
  )
})
