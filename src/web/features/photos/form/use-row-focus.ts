import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { PhotoId } from '../../../../domain/ids.ts'

interface Wanted {
  readonly id: PhotoId | undefined
  readonly button: 'earlier' | 'later' | 'remove'
}

/** Keeps the focus at a photo whose row moves, and near one whose row goes: both take it along. */
export function useRowFocus(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<Wanted>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const { id, button } = wanted.current
    wanted.current = undefined
    const row = id && list.current?.querySelector(`[data-photo="${id}"]`)
    const target =
      row instanceof Element
        ? row.querySelector<HTMLElement>(`[data-move="${button}"]`)
        : list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')
    target?.focus()
  })
  /** After the list has changed, the focus goes to this button of this photo; without one to the button that adds some. */
  return (id: Wanted['id'], button: Wanted['button']) => {
    wanted.current = { id, button }
  }
}
