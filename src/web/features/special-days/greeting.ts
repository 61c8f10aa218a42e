import type { SpecialDay } from '../../../domain/special-day.ts'
import { bothDaysGreeting, specialDayTexts } from './special-days-texts.ts'

/** The special greeting of today with the profile's name; undefined on ordinary days. */
export function specialGreeting(days: readonly SpecialDay[], name: string): string | undefined {
  const [first, second] = days
  if (first === undefined) return undefined
  return second === undefined
    ? specialDayTexts[first.kind].greeting(first, name)
    : bothDaysGreeting(name)
}
