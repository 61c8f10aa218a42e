import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to `target` when one screen follows another: to the question, then to the button
 * that goes on. The dialog handles opening and closing.
 */
export function useFocusFollows(screen: string, target: RefObject<HTMLElement | null>): void {
  const before = useRef(screen)
  useEffect(() => {
    const isFollowing = before.current !== 'closed' && screen !== 'closed'
    if (isFollowing && before.current !== screen) target.current?.focus()
    before.current = screen
  }, [screen, target])
}
