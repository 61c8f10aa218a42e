import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to `target` when one screen follows another: to the question, then to the button
 * that goes on. The dialog handles opening and closing.
 */
export function useFocusFollows(screen: string, target: RefObject<HTMLElement | null>): void {
  const before = useRef(screen)
  // In the commit that removes what had the focus: after it the dialog takes a lost focus to itself.
  useLayoutEffect(() => {
    const isFollowing = before.current !== 'closed' && screen !== 'closed'
    if (isFollowing && before.current !== screen) target.current?.focus()
    before.current = screen
  }, [screen, target])
}
