import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { usePauseReorderOnHover } from './card-motion.ts'
import { ListView, type ShownEntries } from './list-view.ts'
import { windowOf, type ListWindow, type WindowState } from './list-window.ts'

/**
 * A window over a list: however long that is, the cards of a few screens are drawn, in the page's flow and between
 * two gaps.
 *
 * @param list another for another tab, filter or search: it begins with its first card
 */
export function useListWindow(
  element: RefObject<HTMLElement | null>,
  list: string,
  shown: ShownEntries,
): ListWindow {
  const [view] = useState(() => new ListView())
  const [last, setState] = useState<WindowState>(() => startOf(list))
  const state = last.list === list ? last : startOf(list)
  if (state !== last) setState(state)
  const window = windowOf(shown.entries, view.heights, state, innerHeight)
  const change = (next: Partial<WindowState>) => {
    setState((current) => (current.list === list ? { ...current, ...next } : current))
  }

  usePauseReorderOnHover(element)
  useLayoutEffect(() => view.listen(), [view])
  useLayoutEffect(() => {
    if (element.current !== null)
      view.onRendered({ ...shown, list: element.current, state, window, change })
  })
  useEffect(() => {
    if (state.isWide) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => change({ isWide: true })), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list
  }, [list, state.isWide])
  return window
}

function startOf(list: string): WindowState {
  return { list, anchor: undefined, isWide: false, retained: [] }
}
