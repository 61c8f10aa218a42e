import { formatSchedule } from '../../../domain/date-format.ts'
import { joinedText } from '../../../domain/category-change.ts'
import type { EntryEdit, EntryForm } from '../../../domain/entry.ts'

/** The text that was typed into a form, as one text to copy. */
export function textOf(form: EntryForm): string {
  if (form.category !== 'uebersetzungen') return form.content
  return joinedText(form)
}

/** The text that is saved now, with an idea's date in words, to compare with one's own text. */
export function savedText(entry: EntryEdit, timeZone: string): string {
  if (entry.scheduledDate === null) return entry.content
  return `${entry.content}\n${formatSchedule(entry.scheduledDate, timeZone)}`
}
