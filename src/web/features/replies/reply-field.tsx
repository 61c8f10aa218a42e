import { useEffect, type KeyboardEvent } from 'react'
import { counterBounds } from '../../../domain/limits.ts'
import { firstWords } from '../../../domain/first-words.ts'
import { lengthOf } from '../../../domain/text.ts'
import { OtherText } from '../../ui/other-text.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { problemTexts, replyTexts } from './replies-texts.ts'
import type { ReplyFormState } from './use-reply-form.ts'

interface ReplyFieldProps {
  readonly state: ReplyFormState
  readonly hideLabel?: boolean
  readonly onEscape?: () => void
}

/** The field of a reply: Ctrl or ⌘ + Enter sends. */
export function ReplyField({ state, hideLabel = false, onEscape }: ReplyFieldProps) {
  const { fieldId: id, text, problem } = state
  const other = state.other && firstWords({ category: 'gedanken', content: state.other })
  useEffect(() => {
    // After a drawer has moved the focus inside itself.
    const frame = requestAnimationFrame(() => {
      const field = document.getElementById(id)
      if (!(field instanceof HTMLTextAreaElement)) return
      field.focus()
      field.setSelectionRange(field.value.length, field.value.length)
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && onEscape !== undefined) {
      event.stopPropagation()
      onEscape()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    state.submit()
  }
  return (
    <>
      <OtherText words={other} onShow={state.showOther} />
      <TextArea
        id={id}
        label={replyTexts.field}
        hideLabel={hideLabel}
        placeholder={replyTexts.placeholder}
        rows={2}
        className="min-h-19! select-text"
        value={text}
        error={problem && problemTexts[problem]}
        counter={{ ...counterBounds.content, length: lengthOf(text) }}
        onKeyDown={onKeyDown}
        onChange={(event) => state.change(event.target.value)}
      />
    </>
  )
}
