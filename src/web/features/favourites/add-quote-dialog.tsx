import { useRef, type KeyboardEvent } from 'react'
import { lengthOf, quoteTextLimit } from '../../../domain/text.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addQuoteTexts } from './texts.ts'
import { useQuoteForm } from './use-quote-form.ts'

export interface AddQuoteDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** A quote seldom comes near its limit: the counter keeps out of sight until it does. */
const counted = { limit: quoteTextLimit, orangeAbove: 850, redAbove: 950 }
const countedFrom = 700

/** "Zitat hinzufügen" (product-spec sections 5 and 8). What is typed survives closing (D26). */
export function AddQuoteDialog({ open, onOpenChange }: AddQuoteDialogProps) {
  const { form, problems, fieldPrefix, change, submit } = useQuoteForm(open, () =>
    onOpenChange(false),
  )
  const firstField = useRef<HTMLTextAreaElement>(null)
  const formId = `${fieldPrefix}-form`
  const length = lengthOf(form.text)

  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={addQuoteTexts.title}
      description={addQuoteTexts.description}
      initialFocus={firstField}
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {addQuoteTexts.cancel}
          </Button>
          <Button type="submit" form={formId}>
            {addQuoteTexts.submit}
          </Button>
        </>
      }
    >
      {/* The keys come from the fields inside; the form itself is no control. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={formId}
        className="grid gap-4"
        noValidate
        onKeyDown={sendByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          id={`${fieldPrefix}-text`}
          ref={firstField}
          label={addQuoteTexts.text}
          value={form.text}
          error={problems.text}
          required
          {...(length > countedFrom ? { counter: { ...counted, length } } : {})}
          onChange={(event) => change({ text: event.target.value })}
        />
        <TextField
          id={`${fieldPrefix}-author`}
          label={addQuoteTexts.author}
          value={form.author}
          error={problems.author}
          required
          autoComplete="off"
          onChange={(event) => change({ author: event.target.value })}
        />
      </form>
    </ResponsiveDialog>
  )
}
