import { useCallback, useSyncExternalStore } from 'react'

/** One per query: every list of a page is looked at with each of its layouts. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** True while the media query matches; the component follows it. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

const desktop = '(min-width: 48rem)'

/** True from a viewport width of 768 px on, with letters of the ordinary size (D22). */
export function useIsDesktop(): boolean {
  return useMediaQuery(desktop)
}

/** The same, read once. */
export function isDesktop(): boolean {
  return listOf(desktop).matches
}

/** True where the main screen has two columns: from 1100 px on. */
export function useHasColumns(): boolean {
  return useMediaQuery('(min-width: 68.75rem)')
}

/** True with `prefers-reduced-motion`: no confetti, no movement. */
export function usePrefersReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)')
}
