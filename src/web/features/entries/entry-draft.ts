import * as v from 'valibot'
import { categories } from '../../../domain/category.ts'
import { formOf, type EntryEdit, type EntryForm } from '../../../domain/entry.ts'
import {
  formPhotoSchema,
  preparingPhotoSchema,
  type PhotosInDraft,
} from '../../../domain/form-photos.ts'
import { instantSchema, uuidSchema, type EntryId } from '../../../domain/ids.ts'
import { journalDaySchema } from '../../../domain/journal-day.ts'
import { safeParse } from '../../../domain/parse.ts'

/** A form as it was left, and the entry it had been opened on (edits only). */
export interface EntryDraft {
  readonly form: EntryForm
  readonly base: EntryEdit | undefined
  /** The idea that a new entry is the story of. */
  readonly ideaId: EntryId | undefined
  readonly photos: PhotosInDraft
}

const editSchema = v.object({
  category: v.picklist(categories),
  content: v.string(),
  isPrivate: v.boolean(),
  scheduledDate: v.nullable(instantSchema),
})

const photoList = v.fallback(v.optional(v.array(formPhotoSchema), []), [])
const beside = {
  ideaId: v.optional(uuidSchema<EntryId>()),
  photos: photoList,
  basePhotos: photoList,
  preparing: v.fallback(v.optional(v.array(preparingPhotoSchema), []), []),
}
const texts = { content: v.string(), german: v.string(), croatian: v.string() }

const formSchema = v.object({
  form: v.object({
    category: v.picklist(categories),
    ...texts,
    before: v.optional(v.object({ category: v.picklist(categories), ...texts })),
    isPrivate: v.boolean(),
    day: v.optional(v.fallback(v.optional(journalDaySchema), undefined)),
    time: v.string(),
  }),
  base: v.optional(editSchema),
  ...beside,
})
const keptSchema = v.object({ ...editSchema.entries, base: v.optional(editSchema), ...beside })
const draftSchema = v.union([formSchema, keptSchema])

/**
 * Reads a form's draft: a form of ours, or the bare edit that the replica kept from a refused
 * operation. Undefined for anything else, so a broken draft never breaks a form.
 */
export function parseDraft(value: unknown, timeZone: string): EntryDraft | undefined {
  const parsed = safeParse(draftSchema, value)
  if (!parsed.success) return undefined
  const { output } = parsed
  const { base, ideaId, photos, basePhotos, preparing } = output
  const form =
    'form' in output
      ? { ...output.form, day: output.form.day, before: output.form.before }
      : formOf(output, timeZone)
  return { form, base, ideaId, photos: { mine: photos, base: basePhotos, preparing } }
}

/** True when nothing was typed or chosen that would be a pity to lose. */
export function isBlank(form: EntryForm, { mine, preparing }: PhotosInDraft): boolean {
  const typed = form.content + form.german + form.croatian
  return typed.trim() === '' && form.day === undefined && mine.length + preparing.length === 0
}

/** True when nothing in a form differs from another. */
export function isSameForm(one: EntryForm, other: EntryForm): boolean {
  const keys = Object.keys(one) as (keyof EntryForm)[]
  return keys.every((key) => one[key] === other[key])
}
