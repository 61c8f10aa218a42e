import { useEffect } from 'react'
import type { SpecialDay } from '../../../domain/special-day.ts'
import { toast } from '../../ui/toast.tsx'
import { AutomaticEntry } from './automatic-entry.tsx'
import { Confetti } from './confetti.tsx'
import { specialDayTexts } from './texts.ts'
import { useSpecialDays } from './use-special-days.ts'

const toastDuration = 5000

/** Background, confetti, toast and automatic entry of a special day (product-spec section 4). */
export function SpecialDays() {
  const days = useSpecialDays()
  const [first] = days
  useSkin(first?.kind)
  useEffect(() => {
    for (const day of days) greetOncePerSession(day)
  }, [days])
  return (
    <>
      {first !== undefined && <Confetti key={`${first.kind} ${first.year}`} kind={first.kind} />}
      {days.map((day) => (
        <AutomaticEntry key={day.entryId} day={day} />
      ))}
    </>
  )
}

/** With both days at once the anniversary gives the colours. */
function useSkin(kind: SpecialDay['kind'] | undefined): void {
  useEffect(() => {
    if (kind === undefined) return undefined
    document.documentElement.dataset['special'] = kind
    return () => {
      delete document.documentElement.dataset['special']
    }
  }, [kind])
}

function greetOncePerSession(day: SpecialDay): void {
  const marker = `tagebuch.greeted.${day.kind}.${day.year}`
  if (sessionStorage.getItem(marker) !== null) return
  sessionStorage.setItem(marker, 'yes')
  const texts = specialDayTexts[day.kind]
  toast({
    title: texts.toastTitle(day),
    description: texts.toastDescription(day),
    duration: toastDuration,
  })
}
