import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import type { QueuedToast } from './toast-queue.ts'

const offer = '[data-undo]'
const textField =
  'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]'

type Region = RefObject<HTMLElement | null>

/**
 * Tab leads from anywhere to the newest "Rückgängig" and from its toast back to where it came from, also
 * out of a dialog and into it; Ctrl or ⌘ + Z does the same as a press on it. A toast that leaves gives
 * the focus back.
 */
export function useToastKeys(
  region: Region,
  shown: readonly QueuedToast[],
  press: (toast: QueuedToast) => void,
): void {
  const origin = useOrigin(region)
  /** The button that Tab has left already: the next one leads on through the page. */
  const left = useRef<Element>(null)

  const undo = (event: KeyboardEvent) => {
    const newest = shown.findLast(({ action }) => action?.undoes === true)
    if (newest === undefined || isInTextField(event.target)) return
    event.preventDefault()
    press(newest)
  }
  const tab = (event: KeyboardEvent) => {
    const button = [...(region.current?.querySelectorAll<HTMLElement>(offer) ?? [])].at(-1)
    const focused = document.activeElement
    if (region.current?.contains(focused) === true) {
      const last = [...region.current.querySelectorAll('button')].at(-1)
      if (focused !== (event.shiftKey ? button : last)) return
      left.current = button ?? null
      if (origin.current === null) return
      event.preventDefault()
      goBack(origin)
    } else if (button !== undefined && button !== left.current && !event.shiftKey) {
      event.preventDefault()
      button.focus()
    }
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const isHeld = ctrlKey || metaKey
    if (key === 'Tab' && !isHeld && !altKey) tab(event)
    else if (key.toLowerCase() === 'z' && isHeld && !altKey && !shiftKey) undo(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  useLayoutEffect(() => {
    if (document.activeElement === document.body) goBack(origin)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- one of them may have left
  }, [shown, origin])
}

/** The place of the focus before it came to the toasts; null while it is elsewhere. */
function useOrigin(region: Region): Region {
  const origin = useRef<HTMLElement>(null)
  useEffect(() => {
    const isInside = (node: EventTarget | null) =>
      node instanceof Node && region.current?.contains(node) === true
    const elsewhere = ({ target }: Event) => {
      if (!isInside(target)) origin.current = null
    }
    const moved = (event: FocusEvent) => {
      elsewhere(event)
      const { target, relatedTarget: before } = event
      if (isInside(target) && !isInside(before))
        origin.current = before instanceof HTMLElement ? before : null
    }
    const end = new AbortController()
    document.addEventListener('focusin', moved, { signal: end.signal })
    document.addEventListener('pointerdown', elsewhere, { signal: end.signal })
    return () => end.abort()
  }, [region])
  return origin
}

function goBack(origin: Region): void {
  const back = origin.current
  origin.current = null
  if (back?.isConnected === true) back.focus({ preventScroll: true })
}

function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textField) !== null
}
