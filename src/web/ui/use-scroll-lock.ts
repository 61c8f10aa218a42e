import { useLayoutEffect } from 'react'

/** The windows that hold the page still. */
let windows = 0

/**
 * The page behind does not scroll while a window is mounted (`isWindow`), and does again in the very step in which that goes. Base UI's
 * own lock ends in a task of its own, for which the whole page is drawn once more.
 */
export function useScrollLock(isWindow: boolean): void {
  useLayoutEffect(() => {
    if (!isWindow) return undefined
    const page = document.documentElement
    windows += 1
    page.toggleAttribute('data-held-still', true)
    return () => {
      windows -= 1
      page.toggleAttribute('data-held-still', windows > 0)
    }
  }, [isWindow])
}
