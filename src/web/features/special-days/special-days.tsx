import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { toastsLast } from '../../../domain/limits.ts'
import type { SpecialDay } from '../../../domain/special-day.ts'
import { tabSiteStorage } from '../../browser/site-storage.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.tsx'
import { AutomaticEntry } from './automatic-entry.tsx'
import { specialDayTexts } from './special-days-texts.ts'
import { useSpecialDays } from './use-special-days.ts'
import './special-days.css'

/** Two days a year have some. */
const Confetti = lazyPart(async () => (await import('./confetti.tsx')).Confetti, {
  missing: () => null,
})

export interface SpecialDaysProps {
  /** Called when the page's skin changes. */
  readonly onSkin: () => void
}

/** The effects of a special day besides its sheet (docs/behaviour/special-days.md). */
export function SpecialDays({ onSkin }: SpecialDaysProps) {
  const settings = useJournalState((state) => state.journal)
  const days = useSpecialDays(settings)
  const [first] = days
  useSkin(first?.kind, onSkin)
  useEffect(() => {
    for (const day of days) greetOncePerSession(day)
  }, [days])
  return (
    <>
      {first !== undefined && <Confetti key={`${first.kind} ${first.year}`} day={first} />}
      {days.map((day) => (
        <AutomaticEntry key={day.entryId} day={day} />
      ))}
    </>
  )
}

/** If both are on one day, the anniversary's colours apply. */
function useSkin(kind: SpecialDay['kind'] | undefined, onSkin: () => void): void {
  const changed = useEffectEvent(onSkin)
  useLayoutEffect(() => {
    if (kind === undefined) return undefined
    document.documentElement.dataset['special'] = kind
    changed()
    return () => {
      delete document.documentElement.dataset['special']
      changed()
    }
  }, [kind])
}

function greetOncePerSession(day: SpecialDay): void {
  const marker = `tagebuch.greeted.${day.kind}.${day.year}`
  if (tabSiteStorage.getItem(marker) !== null) return
  tabSiteStorage.setItem(marker, 'yes')
  const texts = specialDayTexts[day.kind]
  toast({
    title: texts.toastTitle,
    description: texts.sentence(day),
    duration: toastsLast.specialDay,
  })
}
