import { useState, type PointerEvent, type RefObject } from 'react'

/** The item that is being dragged, and its place to be. */
export interface Drag {
  readonly from: number
  readonly to: number
  /** Pixels down from its place. */
  readonly offset: number
}

export type DragOrder = ReturnType<typeof useDragOrder>

/** Moves the items of a list by hand. The list changes as the item is let go: it would lose the pointer on the way. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag & { readonly startY: number }>()
  const end = () => {
    setDrag(undefined)
    if (drag !== undefined && drag.to !== drag.from) onMove(drag.from, drag.to)
  }
  return {
    drag,
    /** For the handle of the item at a place. */
    handlersOf: (from: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!event.isPrimary || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from, to: from, offset: 0, startY: event.clientY })
      },
      onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
        if (drag === undefined || list.current === null) return
        const items = Array.from(list.current.children, (item) => item.getBoundingClientRect())
        setDrag({ ...drag, offset: clientY - drag.startY, to: placeAt(clientY, items, from) })
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

/**
 * The place of an item that is let go at a height: that of the item which it is let go on.
 *
 * @param items all in their places, the dragged one included
 */
export function placeAt(
  y: number,
  items: readonly { readonly top: number; readonly bottom: number }[],
  from: number,
): number {
  const below = items.filter(({ top }, place) => place > from && top < y)
  const above = items.filter(({ bottom }, place) => place < from && bottom > y)
  return from + below.length - above.length
}
