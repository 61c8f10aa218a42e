import type { SpecialDay } from '../../../domain/special-day.ts'
import { specialDayTexts } from './texts.ts'

/** The special greetings of today, one sentence each; undefined on ordinary days (section 2). */
export function specialGreeting(days: readonly SpecialDay[], name: string): string | undefined {
  if (days.length === 0) return undefined
  return days.map((day) => specialDayTexts[day.kind].greeting(day, name)).join(' ')
}
