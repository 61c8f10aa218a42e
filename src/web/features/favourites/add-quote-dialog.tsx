import { useEffect, useState, type FormEvent } from 'react'
import { validateQuote, type QuoteKey } from '../../../domain/quote.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { quoteDraft } from './quote-draft.ts'
import { addQuoteTexts } from './texts.ts'

export interface AddQuoteDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

type Problems = Partial<Record<keyof QuoteKey, string>>

const emptyForm: QuoteKey = { text: '', author: '' }

/** "Zitat hinzufügen" (product-spec sections 5 and 8). What is typed survives closing (D26). */
export function AddQuoteDialog({ open, onOpenChange }: AddQuoteDialogProps) {
  const journal = useJournal()
  const [form, setForm] = useState(emptyForm)
  const [problems, setProblems] = useState<Problems>({})

  useEffect(() => {
    if (!open) return
    void quoteDraft.read(journal.drafts).then((draft) => {
      // What was typed meanwhile is newer than the draft.
      if (draft !== undefined) setForm((current) => (current === emptyForm ? draft : current))
    })
  }, [open, journal])

  const change = (part: Partial<QuoteKey>) => {
    const next = { ...form, ...part }
    setForm(next)
    setProblems({})
    void quoteDraft.write(journal.drafts, next)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const result = validateQuote(form)
    if (!result.ok) {
      const message =
        result.reason === 'empty' ? addQuoteTexts.missing : addQuoteTexts.tooLong[result.field]
      setProblems({ [result.field]: message })
      const title =
        result.reason === 'empty' ? addQuoteTexts.missingTitle : addQuoteTexts.failedTitle
      toast({ title, description: message, tone: 'error' })
      return
    }
    setForm(emptyForm)
    onOpenChange(false)
    await journal.addCustomQuote(result.quote)
    await quoteDraft.clear(journal.drafts)
    toast({ title: addQuoteTexts.addedTitle, description: addQuoteTexts.added, tone: 'success' })
  }

  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={addQuoteTexts.title}
      description={addQuoteTexts.description}
    >
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          label={addQuoteTexts.text}
          value={form.text}
          error={problems.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
        <TextField
          label={addQuoteTexts.author}
          value={form.author}
          error={problems.author}
          autoComplete="off"
          onChange={(event) => change({ author: event.target.value })}
        />
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:grow">
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {addQuoteTexts.cancel}
          </Button>
          <Button type="submit">{addQuoteTexts.submit}</Button>
        </div>
      </form>
    </ResponsiveDialog>
  )
}
