import { useEffect, useRef, useState } from 'react'
import { changeBetween, fittingPart } from '../../../domain/fitting-text.ts'
import { lengthOf } from '../../../domain/text.ts'

/**
 * A field that takes no more than its limit, however its characters are counted: a key at the limit is not taken, of a
 * paste as much as fits. What is in the field stays as it is and in its place, a text of before that is longer, too.
 * A composition is left alone until it ends. The browser inserts all there is, so its undo knows it.
 *
 * @param limit in code points (D21)
 */
export function useLimitedField(limit: number) {
  const field = useRef<HTMLInputElement>(null)
  /** How many code points of the last paste had no room; 0 once the text has changed. */
  const [missing, setMissing] = useState(0)
  useEffect(() => {
    const input = field.current
    if (input === null) return undefined
    return limitInput(input, limit, setMissing)
  }, [limit])
  /** For the field's `onChange`: a listener beside React's would draw the field with its old text before React has read the new one. */
  const onChanged = () => setMissing(0)
  return { field, missing, onChanged }
}

/** @returns what ends it */
function limitInput(input: HTMLInputElement, limit: number, onMissing: (count: number) => void) {
  const stop = new AbortController()
  const { signal } = stop
  let composedOver: string | undefined

  const beforeInput = (event: InputEvent) => {
    const inserted = event.data?.replace(/[\r\n]+/gu, ' ') ?? ''
    if (inserted === '' || event.isComposing || !isInsertion(event.inputType)) return
    const { value, selectionStart, selectionEnd } = input
    const insertion = {
      before: value.slice(0, selectionStart ?? value.length),
      inserted,
      after: value.slice(selectionEnd ?? value.length),
    }
    const room = Math.max(limit, lengthOf(value))
    const part = fittingPart(insertion, room)
    if (part.missing === 0) return
    event.preventDefault()
    // A key, or a word that a spelling checker would put there, is taken whole or not at all.
    if (event.inputType === 'insertReplacementText') return
    if (event.inputType === 'insertText' && Array.from(inserted).length === 1) return
    if (part.taken !== '') document.execCommand('insertText', false, part.taken)
    // After the event of what was taken.
    onMissing(part.missing)
  }
  const composed = () => {
    const old = composedOver
    composedOver = undefined
    if (old === undefined || !input.isConnected) return
    const room = Math.max(limit, lengthOf(old))
    if (lengthOf(input.value) <= room) return
    const change = changeBetween(old, input.value)
    const { taken, missing } = fittingPart(change, room)
    const start = change.before.length
    input.setSelectionRange(start + taken.length, start + change.inserted.length)
    document.execCommand('delete')
    onMissing(missing)
  }
  input.addEventListener('beforeinput', beforeInput, { signal })
  input.addEventListener('compositionstart', () => (composedOver = input.value), { signal })
  // Firefox puts the text in its place after this event.
  input.addEventListener('compositionend', () => setTimeout(composed), { signal })
  return () => stop.abort()
}

function isInsertion(type: string): boolean {
  return type.startsWith('insert') && !type.includes('Composition')
}
