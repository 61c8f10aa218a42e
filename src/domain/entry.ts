import { isCategory, type Category } from './category.ts'
import type { Instant, PartnerId } from './ids.ts'
import { parseClockTime, type JournalDay } from './journal-day.ts'
import { instantOfSchedule, movedToZone, scheduleOf, type Schedule } from './schedule.ts'
import type { RowOf } from './table-schemas.ts'
import { checkContent, oneLine, type TextProblem } from './text.ts'
import { composeTranslation, parseTranslation, type TranslationField } from './translation.ts'

/** An entry as the server holds it (docs/behaviour/entries.md "Fields"). */
export type Entry = RowOf<'entries'>

/** The four fields an edit may change. */
export interface EntryEdit {
  readonly category: Category
  readonly content: string
  readonly isPrivate: boolean
  readonly scheduledDate: Instant | null
}

/** These four of an entry. */
export function editOf({ category, content, isPrivate, scheduledDate }: EntryEdit): EntryEdit {
  return { category, content, isPrivate, scheduledDate }
}

/** As it is stored: the date belongs to ideas only; the server refuses it elsewhere (D10). */
export function tidyEdit(edit: EntryEdit): EntryEdit {
  return { ...editOf(edit), scheduledDate: dateOf(edit) }
}

/** An entry as a device has written it: all else is decided by the server. */
export function writtenEntry(
  edit: EntryEdit,
  made: Pick<Entry, 'id' | 'userId' | 'createdAt'>,
): Entry {
  const { createdAt } = made
  const tick = { completed: false, completedAt: null }
  const versions = { visibleSince: createdAt, editVersion: 0, updatedAt: createdAt }
  return { ...made, ...edit, ...tick, ...versions }
}

/** The text fields of an entry's form. */
export interface FormTexts {
  /** Used by all categories but `uebersetzungen`. */
  readonly content: string
  /** Used by `uebersetzungen` only. */
  readonly german: string
  readonly croatian: string
}

/** The content of an entry's form while it is typed; nothing in it is checked yet. */
export interface EntryForm extends FormTexts {
  readonly category: Category
  /** The texts and the category before the category was changed, for the way back. */
  readonly before: (FormTexts & { readonly category: Category }) | undefined
  readonly isPrivate: boolean
  /** Used by `ideen` only. */
  readonly day: JournalDay | undefined
  /** `HH:mm`, or empty for none; ignored without a day. */
  readonly time: string
}

export type EntryProblem =
  | { readonly reason: TextProblem; readonly field: 'content' }
  | {
      readonly reason: 'translation-field-missing' | 'translation-field-too-long'
      readonly field: TranslationField
    }
  | { readonly reason: 'unknown-category'; readonly field: 'category' }
  | { readonly reason: 'invalid-time'; readonly field: 'time' }

export type EntryValidation =
  | { readonly ok: true; readonly edit: EntryEdit }
  | ({ readonly ok: false } & EntryProblem)

/**
 * Checks a filled-in form (docs/behaviour/entries.md "A new entry", D14, D19, D21) and yields what is
 * stored: normalised content, and a date for `ideen` only. Otherwise the first problem and its field.
 */
export function validateEntry(form: EntryForm, timeZone: string): EntryValidation {
  const { category, isPrivate } = form
  if (!isCategory(category)) return { ok: false, reason: 'unknown-category', field: 'category' }
  const content = category === 'uebersetzungen' ? composeTranslation(form) : plainContent(form)
  if (!content.ok) return content
  const schedule = scheduleIn(form)
  if (schedule === 'invalid') return { ok: false, reason: 'invalid-time', field: 'time' }
  const scheduledDate = schedule === undefined ? null : instantOfSchedule(schedule, timeZone)
  return { ok: true, edit: { category, content: content.content, isPrivate, scheduledDate } }
}

function plainContent(form: EntryForm) {
  return { ...checkContent(form.content), field: 'content' } as const
}

function scheduleIn(form: EntryForm): Schedule | 'invalid' | undefined {
  if (form.category !== 'ideen' || form.day === undefined) return undefined
  if (form.time === '') return { day: form.day, time: undefined }
  const time = parseClockTime(form.time)
  return time === undefined ? 'invalid' : { day: form.day, time }
}

/** The form of a new entry of a category. */
export function emptyForm(category: Category): EntryForm {
  const texts = { content: '', german: '', croatian: '' }
  return { category, ...texts, before: undefined, isPrivate: false, day: undefined, time: '' }
}

/**
 * The form that shows an entry for editing. A translation that cannot be parsed is put whole into
 * the German field, so that no text is lost (D19, D26).
 */
export function formOf(entry: EntryEdit, timeZone: string): EntryForm {
  const schedule =
    entry.scheduledDate === null ? undefined : scheduleOf(entry.scheduledDate, timeZone)
  const isTranslation = entry.category === 'uebersetzungen'
  const unparsed = { german: isTranslation ? oneLine(entry.content) : '', croatian: '' }
  const sides = (isTranslation ? parseTranslation(entry.content) : undefined) ?? unparsed
  return {
    category: entry.category,
    content: isTranslation ? '' : entry.content,
    ...sides,
    before: undefined,
    isPrivate: entry.isPrivate,
    day: schedule?.day,
    time: schedule?.time ?? '',
  }
}

type Owned = Pick<Entry, 'userId' | 'category'>

/** The author edits everything, the partner text and date of `ideen` (D10). */
export function mayEdit(entry: Owned, me: PartnerId): boolean {
  return entry.userId === me || entry.category === 'ideen'
}

/** The author deletes everything, the partner `ideen` (D10). */
export function mayDelete(entry: Owned, me: PartnerId): boolean {
  return mayEdit(entry, me)
}

/** Only the author makes an entry private or shared (D10). */
export function mayChangePrivacy(entry: Owned, me: PartnerId): boolean {
  return entry.userId === me
}

/** Only the author moves an entry to another category (D10). */
export function mayChangeCategory(entry: Owned, me: PartnerId): boolean {
  return entry.userId === me
}

/** The entry after an edit, as the server will hold it: outside `ideen` there is no date (D10). */
export function applyEdit<T extends Entry>(entry: T, edit: EntryEdit): T {
  return { ...entry, ...tidyEdit(edit) }
}

/** True when an edit leaves an entry as it is; such an edit needs no sending. */
export function isSameEdit(entry: EntryEdit, edit: EntryEdit): boolean {
  return (
    entry.category === edit.category &&
    entry.content === edit.content &&
    entry.isPrivate === edit.isPrivate &&
    dateOf(entry) === dateOf(edit)
  )
}

function dateOf(edit: EntryEdit): Instant | null {
  return edit.category === 'ideen' ? edit.scheduledDate : null
}

/** The same edit after the journal's time zone has changed (D14). */
export function editInZone(edit: EntryEdit, from: string, to: string): EntryEdit {
  const { scheduledDate } = edit
  return { ...edit, scheduledDate: scheduledDate && movedToZone(scheduledDate, from, to) }
}
