import { useEffect } from 'react'
import type { SpecialDay } from '../../../domain/special-day.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import type { Journal } from '../../replica/journal.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { entryText, specialDayTexts } from './special-days-texts.ts'

export interface AutomaticEntryProps {
  readonly day: SpecialDay
}

/**
 * Writes this year's automatic entry once (D13). The marker on this device is set only when the
 * server has the entry, from either person, or has removed it; until then every start checks again.
 */
export function AutomaticEntry({ day }: AutomaticEntryProps) {
  const journal = useJournal()
  const isUnsent = useJournalState(({ unsent }) => unsent.has(day.entryId))
  // Before the first pull the partner's device may have written it already.
  const hasData = useJournalState((state) => state.journal !== undefined)
  useEffect(() => {
    const marker = `tagebuch.special-entry.${day.kind}.${day.year}`
    if (!hasData || isUnsent || localSiteStorage.getItem(marker) !== null) return
    void journal.knowsEntry(day.entryId).then((isKnown) => {
      if (isKnown) localSiteStorage.setItem(marker, 'yes')
      else write(journal, day)
    })
  }, [journal, day, hasData, isUnsent])
  return null
}

function write(journal: Journal, day: SpecialDay): void {
  const { emoji, sentence } = specialDayTexts[day.kind]
  journal.createEntry({
    id: day.entryId,
    category: 'erzaehlen',
    content: entryText(emoji, sentence(day)),
    isPrivate: false,
    scheduledDate: null,
  })
}
