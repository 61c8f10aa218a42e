import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { EntryFormFields, type EntryFormFieldsProps } from './entry-form-fields.tsx'
import { formTexts } from './entry-form-texts.ts'
import type { EntryFormState } from './use-entry-form.ts'

interface EntryFormDialogProps extends EntryFormFieldsProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  /** On the button that sends; undefined where nothing can be sent any more. */
  readonly label: string | undefined
  readonly onSubmit: () => void
  /** The notice above the fields. */
  readonly notice: ReactNode
}

/** The dialog around an entry's form, new or edited. */
export function EntryFormDialog(props: EntryFormDialogProps) {
  const { open, onClose, label, onSubmit, notice, title, description, ...fields } = props
  const { isWaiting, send } = useSendingOncePrepared(fields.state, open, onSubmit)
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      description={description}
      footer={
        label === undefined ? (
          <Button onClick={onClose}>{formTexts.close}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              {formTexts.cancel}
            </Button>
            {/* Its own words are hidden while it is busy. */}
            <Button busy={isWaiting} aria-label={label} onClick={send}>
              {label}
            </Button>
          </>
        )
      }
    >
      <SubmitArea state={fields.state} onSubmit={send}>
        {notice}
        <EntryFormFields {...fields} />
        <Waiting isWaiting={isWaiting} />
      </SubmitArea>
    </ResponsiveDialog>
  )
}

/** Says below the fields why the form is not sent yet, and comes into view for it. */
function Waiting({ isWaiting }: { readonly isWaiting: boolean }) {
  const place = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (isWaiting) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isWaiting])
  return (
    <output ref={place} className="block text-sm text-ink-soft empty:hidden">
      {isWaiting && formTexts.photosPreparing}
    </output>
  )
}

/** A press while photos are still being prepared counts once they are, unless one of them is refused. */
function useSendingOncePrepared(state: EntryFormState, open: boolean, submit: () => void) {
  const { held } = state.photos
  const { preparing, refused } = useSyncExternalStore(held.subscribe, held.state)
  /** The number of refused files at the press. */
  const [wanted, setWanted] = useState<number>()
  const isPreparing = preparing.length > 0
  const isFine = wanted !== undefined && open && refused.length <= wanted
  const isWaiting = isFine && isPreparing
  const submitNow = useEffectEvent(submit)
  useEffect(() => {
    if (wanted === undefined || isWaiting) return
    // oxlint-disable-next-line react/set-state-in-effect -- the press is answered now
    setWanted(undefined)
    if (isFine) submitNow()
  }, [wanted, isWaiting, isFine])
  const send = () => {
    if (!isPreparing) submit()
    else if (state.check()) setWanted(refused.length)
  }
  return { isWaiting, send }
}

interface SubmitAreaProps {
  readonly state: EntryFormState
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/**
 * A form that Ctrl or ⌘ + Enter sends from anywhere, and plain Enter from a field of one line.
 * Its button is in the dialog's footer, outside the form element.
 */
function SubmitArea({ state, onSubmit, children }: SubmitAreaProps) {
  const field = state.form.category === 'uebersetzungen' ? 'german' : 'content'
  const focusId = `${state.fieldPrefix}-${field}`
  useEffect(() => {
    // After the dialog has moved the focus inside itself.
    const frame = requestAnimationFrame(() => document.getElementById(focusId)?.focus())
    return () => cancelAnimationFrame(frame)
    // Only at opening: changing the category must leave the focus on the choice.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isOneLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (!(event.ctrlKey || event.metaKey || isOneLine)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    // The keys come from the fields inside; the form itself is no control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      className="grid gap-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  )
}
