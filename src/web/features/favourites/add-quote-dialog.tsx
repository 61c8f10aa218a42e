import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { firstWords } from '../../../domain/first-words.ts'
import { counterBounds, quoteCountedAbove } from '../../../domain/limits.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import { lengthOf } from '../../../domain/text.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OtherText } from '../../ui/other-text.tsx'
import { ResponsiveDialog, type OpenState } from '../../ui/responsive-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDialogSession } from '../../ui/use-dialog-session.ts'
import { addQuoteTexts } from './favourites-texts.ts'
import {
  leaveQuoteForm,
  openQuoteForm,
  useQuoteForm,
  type OpenedQuoteForm,
  type QuoteForm,
} from './use-quote-form.ts'

/** "Zitat hinzufügen" (docs/behaviour/favourites.md). What is typed survives closing (D26). */
export function AddQuoteDialog(props: OpenState) {
  const journal = useJournal()
  const session = useDialogSession(
    props.open ? 'new' : undefined,
    async () => openQuoteForm(journal),
    leaveQuoteForm,
  )
  if (session === undefined) return null
  const { serial, value, isOpen } = session
  return <OpenedDialog key={serial} {...props} open={isOpen} opened={value} />
}

interface OpenedDialogProps extends OpenState {
  readonly opened: OpenedQuoteForm
}

function OpenedDialog({ open, onOpenChange, opened }: OpenedDialogProps) {
  const close = () => onOpenChange(false)
  const state = useQuoteForm(opened, close)
  const firstField = useRef<HTMLTextAreaElement>(null)
  const formId = `${state.fieldPrefix}-form`
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={onOpenChange}
      title={addQuoteTexts.title}
      description={addQuoteTexts.description}
      initialFocus={firstField}
      footer={
        <>
          <Button variant="outline" onClick={close}>
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
        onKeyDown={(event) => {
          if (!isSendingKey(event)) return
          event.preventDefault()
          state.submit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          state.submit()
        }}
      >
        {state.isRestored && (
          <Notice
            text={addQuoteTexts.restored}
            actions={[{ label: addQuoteTexts.discard, onClick: state.discard }]}
          />
        )}
        <OtherText words={state.other && wordsOf(state.other)} onShow={state.showOther} />
        <QuoteFields state={state} firstField={firstField} />
      </form>
    </ResponsiveDialog>
  )
}

/** The first words of a quote, or the author's name while it has no others. */
function wordsOf({ text, author }: QuoteKey): string {
  return firstWords({ category: 'gedanken', content: text.trim() === '' ? author : text })
}

/** Ctrl or ⌘ + Enter. */
function isSendingKey({ key, nativeEvent, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && (ctrlKey || metaKey)
}

interface QuoteFieldsProps {
  readonly state: QuoteForm
  readonly firstField: RefObject<HTMLTextAreaElement | null>
}

function QuoteFields({ state, firstField }: QuoteFieldsProps) {
  const { form, problems, fieldPrefix, change } = state
  const length = lengthOf(form.text)
  return (
    <>
      <TextArea
        id={`${fieldPrefix}-text`}
        ref={firstField}
        label={addQuoteTexts.text}
        value={form.text}
        error={problems.text}
        required
        {...(length > quoteCountedAbove ? { counter: { ...counterBounds.quoteText, length } } : {})}
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
    </>
  )
}
