import { useLayoutEffect, type RefObject } from 'react'

/**
 * Takes the focus out of a text field before its window is unmounted: Safari may scroll the page to its end otherwise. Base UI does so
 * only where it closes the window itself.
 */
export function useBlurAtEnd(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement
      if (focused?.matches('input, textarea') !== true) return
      // The ref as it is then: a window is drawn after the component that holds it.
      if (popup.current?.contains(focused) === true) (focused as HTMLElement).blur()
    },
    [popup],
  )
}
