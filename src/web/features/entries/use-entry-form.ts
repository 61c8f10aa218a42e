import { useEffect, useId, useRef, useState } from 'react'
import { useTimeZone } from '../../replica/journal-context.tsx'
import {
  validateEntry,
  type EntryEdit,
  type EntryForm,
  type EntryProblem,
} from '../../../domain/entry.ts'
import { textOutOfSight } from '../../../domain/category-change.ts'
import { fieldValue } from '../../ui/field-value.ts'
import { toast } from '../../ui/toast.tsx'
import { problemTexts } from './entry-form-texts.ts'

export interface EntryFormOptions {
  readonly start: EntryForm
  /** Stores the form as a draft; called on every change. */
  readonly keep: (form: EntryForm) => void
  /**
   * Stores the checked entry of the form on this device, and as a draft what of it has no room in the entry; false
   * when it was not taken and the form goes on. The form sends once and then stays sent.
   */
  readonly send: (edit: EntryEdit, rest: { readonly form: EntryForm } | undefined) => boolean
}

export interface EntryFormState {
  readonly form: EntryForm
  readonly problem: EntryProblem | undefined
  readonly sent: boolean
  /** Stands before every field's id, so that a problem's field can be focused. */
  readonly fieldPrefix: string
  readonly change: (change: Partial<EntryForm>) => void
  readonly submit: () => void
}

/** The state of an entry's form: what is typed, the first problem found, and sending once. */
export function useEntryForm(options: EntryFormOptions): EntryFormState {
  const { start, keep, send } = options
  const timeZone = useTimeZone()
  const [known, setForm] = useState(start)
  const [problem, setProblem] = useState<EntryProblem>()
  const [sent, setSent] = useState(false)
  const isSent = useRef(false)
  const fieldPrefix = useId()
  useFocusOnProblem(problem, fieldPrefix)

  return {
    form: known,
    problem,
    sent,
    fieldPrefix,
    change(change) {
      // A sent text is settled; a late key must not bring its draft back.
      if (isSent.current) return
      const next = { ...formIn(known, fieldPrefix), ...change }
      setForm(next)
      setProblem(undefined)
      keep(next)
    },
    submit() {
      // A ref, because a second press can come before React has drawn the first.
      if (isSent.current) return
      const form = formIn(known, fieldPrefix)
      if (form !== known) setForm(form)
      const checked = validateEntry(withTypedTime(form, fieldPrefix), timeZone)
      if (!checked.ok) {
        // A new object each time, so that the field is focused at each attempt.
        setProblem({ ...checked })
        toast({ title: problemTexts[checked.reason], tone: 'error', id: 'entry-problem' })
        return
      }
      const left = textOutOfSight(form)
      isSent.current = send(checked.edit, left && { form: left })
      setSent(isSent.current)
    },
  }
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

function useFocusOnProblem(problem: EntryProblem | undefined, fieldPrefix: string) {
  useEffect(() => {
    if (problem === undefined) return
    document.getElementById(`${fieldPrefix}-${problem.field}`)?.focus()
  }, [problem, fieldPrefix])
}
