import { useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { validateQuote, type QuoteKey } from '../../../domain/quote.ts'
import { normalise } from '../../../domain/text.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { FormDraft, Journal, LeftDraft } from '../../replica/journal.ts'
import { fieldValue } from '../../ui/field-value.ts'
import { useOthers } from '../../ui/other-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { safeParse } from '../../../domain/parse.ts'
import { addQuoteTexts } from './favourites-texts.ts'

export type QuoteField = keyof QuoteKey
/** Each field's message, beside it. */
export type QuoteProblems = Partial<Record<QuoteField, string>>

export type QuoteForm = ReturnType<typeof useQuoteForm>

const emptyForm: QuoteKey = { text: '', author: '' }
const fields = ['text', 'author'] as const satisfies readonly QuoteField[]

/** The state in which "Zitat hinzufügen" opens. */
export interface OpenedQuoteForm {
  readonly draft: FormDraft
  readonly start: QuoteKey
  readonly isRestored: boolean
  /** The other quotes that are drafts or were refused; the form offers them. */
  readonly others: readonly LeftDraft<QuoteKey>[]
}

/** The oldest quote that is a draft or was refused (D26), or an empty form. */
export async function openQuoteForm({ drafts }: Journal): Promise<OpenedQuoteForm> {
  const [left, ...others] = await drafts.takeSeveral('custom-quote', parseQuoteDraft)
  return left === undefined
    ? { draft: drafts.begin('custom-quote'), start: emptyForm, isRestored: false, others }
    : { draft: left.draft, start: left.value, isRestored: true, others }
}

/** Leaves what was not sent to the next form. */
export function leaveQuoteForm({ draft, others }: OpenedQuoteForm): void {
  for (const one of [draft, ...others.map((other) => other.draft)]) one.leave()
}

/** The typed text, its problems, and storing it once. */
export function useQuoteForm(opened: OpenedQuoteForm, onAdded: () => void) {
  const journal = useJournal()
  const held = useRef(opened.draft)
  const { other, exchange } = useOthers(opened.others)
  const [form, setForm] = useState(opened.start)
  const [isRestored, setIsRestored] = useState(opened.isRestored)
  const [problems, setProblems] = useState<QuoteProblems>({})
  const isSent = useRef(false)
  const fieldPrefix = useId()
  useFocusOnProblem(problems, fieldPrefix)

  const shown = () => shownIn(fieldPrefix, form)
  const change = (part: Partial<QuoteKey>) => {
    // The form sends once: no change after that.
    if (isSent.current) return
    const next = { ...shown(), ...part }
    setForm(next)
    setProblems({})
    if (isBlank(next)) held.current.clear()
    else held.current.write(next)
  }

  return {
    form,
    problems,
    /** Prefix of every field's id. */
    fieldPrefix,
    /** True while the form shows a draft from an earlier one. */
    isRestored,
    discard: () => {
      setIsRestored(false)
      change(emptyForm)
    },
    change,
    /** Another quote that was left unsent. */
    other: other?.value,
    /** Shows the other quote in place of this one, which is offered then. */
    showOther: () => {
      const own = { draft: held.current, value: shown() }
      exchange(isBlank(own.value) ? undefined : own, ({ draft, value }) => {
        held.current = draft
        setIsRestored(true)
        change(value)
      })
    },
    submit: () => {
      // A ref, because a second press can come before React has drawn the first.
      if (isSent.current) return
      const quote = shown()
      setForm(quote)
      const checked = validateQuote(quote)
      if (!checked.ok) return setProblems(tell(quote, checked))
      isSent.current = true
      const { quote: added } = checked
      journal.write({ action: 'add-custom-quote', quote: added }, { draft: held.current })
      toast({ title: addQuoteTexts.addedTitle, description: addQuoteTexts.added, tone: 'success' })
      onAdded()
    },
  }
}

/** The values of the fields, also those that were set without an event. */
function shownIn(fieldPrefix: string, form: QuoteKey): QuoteKey {
  return {
    text: fieldValue(document.getElementById(`${fieldPrefix}-text`), form.text),
    author: fieldValue(document.getElementById(`${fieldPrefix}-author`), form.author),
  }
}

type Refused = Exclude<ReturnType<typeof validateQuote>, { readonly ok: true }>

/** Shows the toast and names each field's message. */
function tell(form: QuoteKey, { reason, field }: Refused): QuoteProblems {
  const id = 'quote-problem'
  if (reason === 'too-long') {
    const title = addQuoteTexts.tooLong[field]
    toast({ id, title, tone: 'error' })
    return { [field]: title }
  }
  const { missingTitle: title, missing } = addQuoteTexts
  toast({ id, title, description: missing, tone: 'error' })
  const blank = fields.filter((one) => normalise(form[one]) === '')
  return Object.fromEntries(blank.map((one) => [one, missing]))
}

/** The first field with a message takes the focus at each attempt. */
function useFocusOnProblem(problems: QuoteProblems, fieldPrefix: string) {
  useEffect(() => {
    const first = fields.find((field) => problems[field] !== undefined)
    if (first !== undefined) document.getElementById(`${fieldPrefix}-${first}`)?.focus()
  }, [problems, fieldPrefix])
}

const schema = v.object({ text: v.string(), author: v.string() })

/** True if nothing was typed that is worth keeping. */
export function isBlank(form: QuoteKey): boolean {
  return (form.text + form.author).trim() === ''
}

/**
 * Reads the form's draft; a refused quote also becomes one. Undefined for anything that is not
 * ours, so that a broken draft never breaks the form.
 */
export function parseQuoteDraft(value: unknown): QuoteKey | undefined {
  const result = safeParse(schema, value)
  return result.success && !isBlank(result.output) ? result.output : undefined
}
