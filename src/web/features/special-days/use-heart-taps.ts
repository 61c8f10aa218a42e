import { formatDay } from '../../../domain/date-format.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import type { JournalSettings } from '../../../domain/settings.ts'
import { daysSince } from '../../../domain/special-day.ts'
import { toast } from '../../ui/toast.tsx'
import { useTripleTap } from '../../ui/use-triple-tap.ts'
import { heartTexts } from './texts.ts'

const toastDuration = 8000

/** Three quick taps on the heart tell the days since the configured date (section 2). */
export function useHeartTaps(settings: JournalSettings | undefined): () => void {
  return useTripleTap(() => {
    if (settings === undefined) return
    const days = daysSince(settings.daysCounterFrom, dayOf(Date.now(), settings.timeZone))
    toast({
      title: heartTexts.title(days),
      description: heartTexts.description(formatDay(settings.daysCounterFrom)),
      duration: toastDuration,
    })
  })
}
