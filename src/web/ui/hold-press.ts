import type { PointerEvent } from 'react'

/** Pixels that a mouse may move in a press; one that goes further leaves the button to take it back. */
const slack = 10

/**
 * For buttons in a list that may move while they are pressed, such as when a line arrives: what began on
 * the button ends on it, wherever it is by then.
 */
export function holdPress(down: PointerEvent<HTMLElement>): void {
  const { currentTarget: button, pointerId, pointerType, clientX, clientY } = down
  // A finger's press is held by the browser itself.
  if (pointerType !== 'mouse') return
  button.setPointerCapture(pointerId)
  const moved = (event: MouseEvent) => {
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > slack)
      button.releasePointerCapture(pointerId)
  }
  button.addEventListener('pointermove', moved)
  const ended = () => button.removeEventListener('pointermove', moved)
  button.addEventListener('lostpointercapture', ended, { once: true })
}
