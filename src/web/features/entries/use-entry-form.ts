import { useEffect, useId, useRef, useState } from 'react'
import { useTimeZone } from '../../replica/journal-context.tsx'
import {
  validateEntry,
  type EntryEdit,
  type EntryForm,
  type EntryProblem,
} from '../../../domain/entry.ts'
import { textOutOfSight } from '../../../domain/category-change.ts'
import {
  isSamePhotos,
  mergePhotos,
  tooLongDescription,
  type FormPhoto,
} from '../../../domain/form-photos.ts'
import type { PhotoId } from '../../../domain/ids.ts'
import { fieldValue } from '../../ui/field-value.ts'
import { toast } from '../../ui/toast.tsx'
import { problemTexts } from './entry-form-texts.ts'
import { descriptionField, type PhotosOfForm } from './photos-of-form.ts'

export interface EntryFormOptions {
  readonly start: EntryForm
  readonly photos: PhotosOfForm
  /** The entry's photos as they are now; none for a new entry. */
  readonly savedPhotos?: readonly FormPhoto[]
  /** Stores the form as a draft; called on every change. */
  readonly keep: (form: EntryForm) => void
  /**
   * Stores the checked entry of the form on this device, and as a draft what of it has no room in the entry; false
   * when it was not taken and the form goes on. The form sends once and then stays sent.
   */
  readonly send: (edit: EntryEdit, rest: { readonly form: EntryForm } | undefined) => boolean
}

export type FormProblem =
  | EntryProblem
  | {
      readonly reason: 'description-too-long'
      readonly field: ReturnType<typeof descriptionField>
      readonly id: PhotoId
    }

export type EntryFormState = ReturnType<typeof useEntryForm>

const none: readonly FormPhoto[] = []

/** The state of an entry's form: what is typed, the first problem found, and sending once. */
export function useEntryForm(options: EntryFormOptions) {
  const { start, photos, savedPhotos = none, keep, send } = options
  const timeZone = useTimeZone()
  const [known, setForm] = useState(start)
  const [problem, setProblem] = useState<FormProblem>()
  const [sent, setSent] = useState(false)
  const isSent = useRef(false)
  const fieldPrefix = useId()
  useFocusOnProblem(problem, fieldPrefix)

  const checked = () => {
    const form = formIn(known, fieldPrefix)
    if (form !== known) setForm(form)
    readDescriptions(photos, savedPhotos, fieldPrefix)
    const result = resultOf(withTypedTime(form, fieldPrefix), timeZone, photos)
    if (result.ok) return { form, edit: result.edit }
    // A new object each time, so that the field is focused at each attempt.
    setProblem({ ...result })
    toast({ title: problemTexts[result.reason], tone: 'error', id: 'entry-problem' })
    return undefined
  }
  const show = (next: EntryForm) => {
    setForm(next)
    setProblem(undefined)
  }
  return {
    form: known,
    photos,
    savedPhotos,
    problem,
    sent,
    /** Stands before every field's id, so that a problem's field can be focused. */
    fieldPrefix,
    /** Shows another form in place of this one. */
    show,
    change: (change: Partial<EntryForm>) => {
      // A sent text is settled; a late key must not bring its draft back.
      if (isSent.current) return
      const next = { ...formIn(known, fieldPrefix), ...change }
      show(next)
      keep(next)
    },
    /** Looks whether it can be sent, and says why not. */
    check: () => !isSent.current && checked() !== undefined,
    submit: () => {
      // A ref, because a second press can come before React has drawn the first.
      if (isSent.current) return
      const entry = checked()
      if (entry === undefined) return
      const left = textOutOfSight(entry.form)
      isSent.current = send(entry.edit, left && { form: left })
      setSent(isSent.current)
    },
  }
}

type Checked =
  | { readonly ok: true; readonly edit: EntryEdit }
  | ({ readonly ok: false } & FormProblem)

function resultOf(form: EntryForm, timeZone: string, photos: PhotosOfForm): Checked {
  const result = validateEntry(form, timeZone)
  const tooLong = tooLongDescription(photos.held.state().mine)
  if (!result.ok || tooLong === undefined || form.category === 'uebersetzungen') return result
  const { id } = tooLong
  return { ok: false, reason: 'description-too-long', field: descriptionField(id), id }
}

/** Takes the texts that stand in the fields of the descriptions, also those that were set without an event. */
function readDescriptions(
  { held }: PhotosOfForm,
  saved: readonly FormPhoto[],
  fieldPrefix: string,
): void {
  const shown = mergePhotos(held.state(), saved)
  const read = shown.map((photo) => {
    const field = document.getElementById(`${fieldPrefix}-${descriptionField(photo.id)}`)
    return { ...photo, description: fieldValue(field, photo.description) }
  })
  if (!isSamePhotos(shown, read)) held.change(read, saved)
}

const fields = ['content', 'german', 'croatian', 'time'] as const

/** The form with what stands in its fields, also where that was set without an event; otherwise the identical form. */
function formIn(form: EntryForm, fieldPrefix: string): EntryForm {
  const changes = fields.flatMap((field) => {
    const value = fieldValue(document.getElementById(`${fieldPrefix}-${field}`), form[field])
    return value === form[field] ? [] : [[field, value] as const]
  })
  return changes.length === 0 ? form : { ...form, ...Object.fromEntries(changes) }
}

/** Half a time, as "20:--", reads as no time; only the field itself knows that something is typed in it. */
function withTypedTime(form: EntryForm, fieldPrefix: string): EntryForm {
  const field = document.getElementById(`${fieldPrefix}-time`)
  const isHalf = field instanceof HTMLInputElement && field.validity.badInput
  return isHalf ? { ...form, time: 'incomplete' } : form
}

function useFocusOnProblem(problem: FormProblem | undefined, fieldPrefix: string) {
  useEffect(() => {
    if (problem === undefined) return
    document.getElementById(`${fieldPrefix}-${problem.field}`)?.focus()
  }, [problem, fieldPrefix])
}
