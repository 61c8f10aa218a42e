import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { PhotoId } from '../../../../domain/ids.ts'

type RowButton = 'earlier' | 'later' | 'remove'

interface RowFocus {
  /** After the list has changed, the focus goes to this button of this photo; without one to the button that adds some. */
  readonly keep: (id: PhotoId | undefined, button: RowButton) => void
}

/** Keeps the focus at a photo whose row moves, and near one whose row goes: both take it along. */
export function useRowFocus(list: RefObject<HTMLElement | null>): RowFocus {
  const wanted = useRef<{ readonly id: PhotoId | undefined; readonly button: RowButton }>(undefined)
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
  return {
    keep(id, button) {
      wanted.current = { id, button }
    },
  }
}
