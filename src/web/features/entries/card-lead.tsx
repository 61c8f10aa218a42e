import { formatDayHeading, shownTime } from '../../../domain/date-format.ts'
import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { listTexts } from './entries-texts.ts'

/** The heading of a day above its first entry in the list; undefined above the others. */
export function useDayHeadings(entries: readonly ListedEntry[], now: number) {
  const timeZone = useTimeZone()
  return (index: number): Pick<CardLeadProps, 'heading' | 'day'> => {
    const [former, day] = [entries[index - 1], entries[index]].map(
      (entry) => entry && dayOf(shownTime(entry.createdAt, now), timeZone),
    )
    if (day === undefined || day === former) return { heading: undefined, day: undefined }
    return { heading: formatDayHeading(day, dayOf(now, timeZone)), day }
  }
}

interface CardLeadProps {
  /** The heading of a day that begins here. */
  readonly heading: string | undefined
  readonly day: JournalDay | undefined
  /** True above the first entry that I have not seen (D7). */
  readonly isNew: boolean
}

/** The parts above a card. "Neu" comes later than the cards: beside a heading it moves none of them. */
export function CardLead({ heading, day, isNew }: CardLeadProps) {
  if (heading === undefined && !isNew) return null
  return (
    <div className="flex items-center gap-3 px-1 pb-2 text-sm">
      {heading !== undefined && (
        <h2 tabIndex={-1} data-day-heading={day} className="font-serif font-semibold text-ink-soft">
          {heading}
        </h2>
      )}
      {isNew && (
        <>
          <span aria-hidden="true" className="grow border-t border-accent" />
          <p className="font-bold text-accent-ink">{listTexts.fresh}</p>
        </>
      )}
    </div>
  )
}
