import { toastsLast } from '../../../domain/limits.ts'
import { formatDay } from '../../../domain/date-format.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import type { JournalSettings } from '../../../domain/table-schemas.ts'
import { daysSince } from '../../../domain/special-day.ts'
import { toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useTripleTap } from '../../ui/use-triple-tap.ts'
import { heartTexts } from './special-days-texts.ts'

/** Three quick taps on the heart show the days since the configured date. */
export function useHeartTaps({ daysCounterFrom, timeZone }: JournalSettings): () => void {
  const now = useNow()
  return useTripleTap(() => {
    toast({
      id: 'heart',
      title: heartTexts.title(daysSince(daysCounterFrom, dayOf(now, timeZone))),
      description: heartTexts.description(formatDay(daysCounterFrom)),
      duration: toastsLast.daysCounter,
    })
  })
}
