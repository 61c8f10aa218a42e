import { journalDay, type JournalDay } from './journal-day.ts'

/** The day in the address, e.g. `?tag=2026-06-12`. */
export const dayKey = 'tag'

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * The day that an address names; for one that no calendar has (31 June) the last before it. Undefined for another
 * form.
 */
export function parseLinkedDay(text: string | null): JournalDay | undefined {
  const match = pattern.exec(text ?? '')
  if (match === null) return undefined
  const year = Math.max(1, Number(match[1]))
  const month = Number(match[2])
  if (month < 1) return journalDay(year, 1, 1)
  if (month > 12) return journalDay(year, 12, 31)
  const wanted = Math.max(1, Number(match[3]))
  return [wanted, 31, 30, 29, 28]
    .filter((dayOfMonth) => dayOfMonth <= wanted)
    .map((dayOfMonth) => journalDay(year, month, dayOfMonth))
    .find((day) => day !== undefined)
}
