import { useEffect, useRef } from 'react'
import type { EntryId } from '../../../domain/ids.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFieldOf, useSetField } from './open-field.tsx'
import { replyTexts } from './replies-texts.ts'

/** Opens the field of a card's reply, and closes it again. */
export function ReplyButton({ entryId }: { readonly entryId: EntryId }) {
  const place = useFieldOf(entryId)
  const setField = useSetField()
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = place !== undefined && place.replyId === undefined
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The focus left with the field.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <IconButton
      ref={button}
      icon="reply"
      label={replyTexts.reply}
      aria-expanded={isOpen}
      onClick={() => setField(isOpen ? undefined : { entryId })}
    />
  )
}
