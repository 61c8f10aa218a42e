import type { EntryForm } from '../../../domain/entry.ts'

/** What was typed into a form, as one text to copy. */
export function textOf(form: EntryForm): string {
  if (form.category !== 'uebersetzungen') return form.content
  return [form.german, form.croatian].filter((side) => side.trim() !== '').join(' | ')
}
