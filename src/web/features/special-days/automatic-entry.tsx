import { useEffect, useRef } from 'react'
import type { SpecialDay } from '../../../domain/special-day.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import type { Journal } from '../../replica/journal.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { entryText, specialDayTexts } from './texts.ts'

export interface AutomaticEntryProps {
  readonly day: SpecialDay
}

/**
 * Writes this year's automatic entry once (D13). The marker on this device is set only when the
 * server has the entry, from either person, or has removed it; until then every start checks again.
 */
export function AutomaticEntry({ day }: AutomaticEntryProps) {
  const journal = useJournal()
  const standing = useLive(() => standingOf(journal, day), [journal, day.entryId])
  const writing = useRef(false)
  useEffect(() => {
    const marker = `tagebuch.special-entry.${day.kind}.${day.year}`
    if (standing === undefined || localSiteStorage.getItem(marker) !== null) return
    if (standing === 'settled') localSiteStorage.setItem(marker, 'yes')
    if (standing !== 'missing' || writing.current) return
    writing.current = true
    write(journal, day).catch(() => {
      // The device's storage failed, which the quiet line reports; the next change retries.
      writing.current = false
    })
  }, [journal, day, standing])
  return null
}

/** `unknown` before the first pull: the partner's device may have written it already. */
type Standing = 'unknown' | 'missing' | 'pending' | 'settled'

async function standingOf(journal: Journal, day: SpecialDay): Promise<Standing> {
  const [status, known, entry] = await Promise.all([
    journal.status(),
    journal.knowsEntry(day.entryId),
    journal.entry(day.entryId),
  ])
  if (!known) return status.hasData ? 'missing' : 'unknown'
  return entry?.pending === true ? 'pending' : 'settled'
}

async function write(journal: Journal, day: SpecialDay): Promise<void> {
  const { emoji, sentence } = specialDayTexts[day.kind]
  await journal.createEntry({
    id: day.entryId,
    category: 'erzaehlen',
    content: entryText(emoji, sentence(day)),
    isPrivate: false,
    scheduledDate: null,
  })
}
