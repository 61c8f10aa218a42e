import { useMemo } from 'react'
import { dayOf } from '../../../domain/journal-day.ts'
import type { JournalSettings } from '../../../domain/table-schemas.ts'
import { specialDaysOn, type SpecialDay } from '../../../domain/special-day.ts'
import { useNow } from '../../ui/use-now.ts'

const none: readonly SpecialDay[] = []

/**
 * The special days of today in the journal's time zone (D5); they change at that zone's midnight while the app is
 * open. Empty until the settings have been pulled once.
 */
export function useSpecialDays(settings: JournalSettings | undefined): readonly SpecialDay[] {
  const now = useNow()
  const today = settings === undefined ? undefined : dayOf(now, settings.timeZone)
  return useMemo(
    () =>
      settings === undefined || today === undefined
        ? none
        : specialDaysOn(today, settings.specialDays),
    [settings, today],
  )
}
