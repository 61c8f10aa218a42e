import { useEffect, useId, useRef, useState } from 'react'
import { validateQuote, type QuoteKey } from '../../../domain/quote.ts'
import { normalise } from '../../../domain/text.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { toast } from '../../ui/toast.tsx'
import { createQuoteDraft, isBlank } from './quote-draft.ts'
import { addQuoteTexts } from './texts.ts'

export type QuoteField = keyof QuoteKey
/** Each field's message, beside it. */
export type QuoteProblems = Partial<Record<QuoteField, string>>

export interface QuoteForm {
  readonly form: QuoteKey
  readonly problems: QuoteProblems
  /** Stands before every field's id. */
  readonly fieldPrefix: string
  readonly change: (part: Partial<QuoteKey>) => void
  readonly submit: () => void
}

const emptyForm: QuoteKey = { text: '', author: '' }
const fields = ['text', 'author'] as const satisfies readonly QuoteField[]

/**
 * "Zitat hinzufügen": what is typed, what is wrong with it, and storing it once (sections 5 and 8).
 * At each opening an empty form takes up what was left unsent or came back refused (D26).
 */
export function useQuoteForm(open: boolean, onAdded: () => void): QuoteForm {
  const journal = useJournal()
  const [draft] = useState(() => createQuoteDraft(journal.drafts))
  const [form, setForm] = useState(emptyForm)
  const [problems, setProblems] = useState<QuoteProblems>({})
  const isStoring = useRef(false)
  const fieldPrefix = useId()
  useFocusOnProblem(problems, fieldPrefix)

  useEffect(() => {
    if (!open) return
    void draft.read().then((left) => {
      if (left !== undefined) setForm((current) => (isBlank(current) ? left : current))
    })
  }, [open, draft])

  const store = async (quote: QuoteKey) => {
    try {
      await journal.addCustomQuote(quote)
    } catch {
      const { failedTitle: title, failed: description } = addQuoteTexts
      toast({ title, description, tone: 'error' })
      return
    }
    await draft.clear()
    setForm(emptyForm)
    toast({ title: addQuoteTexts.addedTitle, description: addQuoteTexts.added, tone: 'success' })
    onAdded()
  }

  return {
    form,
    problems,
    fieldPrefix,
    change(part) {
      // What is being stored is settled; a late key must not bring its draft back.
      if (isStoring.current) return
      const next = { ...form, ...part }
      setForm(next)
      setProblems({})
      void draft.write(next)
    },
    submit() {
      // A ref, because a second press can come before React has drawn the first.
      if (isStoring.current) return
      const checked = validateQuote(form)
      if (!checked.ok) {
        setProblems(tell(form, checked))
        return
      }
      isStoring.current = true
      void store(checked.quote).finally(() => {
        isStoring.current = false
      })
    },
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

/** The first field with a message takes the focus, at each attempt anew. */
function useFocusOnProblem(problems: QuoteProblems, fieldPrefix: string) {
  useEffect(() => {
    const first = fields.find((field) => problems[field] !== undefined)
    if (first !== undefined) document.getElementById(`${fieldPrefix}-${first}`)?.focus()
  }, [problems, fieldPrefix])
}
