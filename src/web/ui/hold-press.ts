import type { PointerEvent } from 'react'

/** Pixels that a mouse may move during a press; a longer move cancels the press. */
const slack = 10

/**
 * For buttons in a list that may move during a press, for example because a line arrives: a press
 * that began on the button ends on it, even if the button has moved.
 */
export function holdPress(down: PointerEvent<HTMLElement>): void {
  const { currentTarget: button, pointerId, pointerType, clientX, clientY } = down
  // The browser itself does this for touch.
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
