import { useEffect } from 'react'
import { dayOf } from '../../../domain/journal-day.ts'
import { specialDaysOn, type SpecialDay } from '../../../domain/special-day.ts'
import type { JournalSettings } from '../../../domain/table-schemas.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import type { Journal } from '../../replica/journal.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { specialDayTexts } from './special-days-texts.ts'

/**
 * Writes this year's automatic entry once (D13); it is sent once the server has shown that the day is right. The
 * marker on this device is set only when the server has the entry, from either person, or has removed it; until then
 * every start checks again.
 */
export function AutomaticEntry({ day }: { readonly day: SpecialDay }) {
  const journal = useJournal()
  const isUnsent = useJournalState(({ unsent }) => unsent.has(day.entryId))
  // Before the first pull the partner's device may have written it already.
  const settings = useJournalState((state) => state.journal)
  useEffect(() => {
    const marker = `tagebuch.special-entry.${day.kind}.${day.year}`
    if (settings === undefined || isUnsent || localSiteStorage.getItem(marker) !== null) return
    void journal.knowsEntry(day.entryId).then((isKnown) => {
      if (isKnown) localSiteStorage.setItem(marker, 'yes')
      // The clock may have been put right since the screen was drawn.
      else if (isNow(day, settings)) write(journal, day)
    })
  }, [journal, day, settings, isUnsent])
  return null
}

function isNow({ entryId }: SpecialDay, { timeZone, specialDays }: JournalSettings): boolean {
  const today = dayOf(Date.now(), timeZone)
  return specialDaysOn(today, specialDays).some((day) => day.entryId === entryId)
}

function write(journal: Journal, day: SpecialDay): void {
  const { emoji, sentence } = specialDayTexts[day.kind]
  journal.createEntry({
    id: day.entryId,
    category: 'erzaehlen',
    content: `${emoji} ${sentence(day)}`,
    isPrivate: false,
    scheduledDate: null,
  })
}
