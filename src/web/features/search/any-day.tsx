import { formatDayOf } from '../../../domain/date-format.ts'
import { dayOf, startOfDay } from '../../../domain/journal-day.ts'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { anyBefore } from '../../replica/questions/list.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { searchTexts } from './search-texts.ts'

export interface AnyDayProps {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Called with a past day as it is searched for, such as `17. August 2025`. */
  readonly onDay: (words: string) => void
}

/** A calm way to wander: a day of the past, drawn by chance. */
export function AnyDay({ now, onDay }: AnyDayProps) {
  const entries = useJournalState((state) => state.entries)
  const timeZone = useTimeZone()
  const draw = () => {
    const today = startOfDay(dayOf(now, timeZone), timeZone)
    const entry = anyBefore({ entries }, today, Math.random())
    if (entry === undefined) toast({ title: searchTexts.noDay })
    else onDay(formatDayOf(entry.createdAt, timeZone))
  }
  return (
    <Button variant="ghost" className="-me-3 shrink-0 px-3! text-sm!" onClick={draw}>
      {searchTexts.anyDay}
    </Button>
  )
}
