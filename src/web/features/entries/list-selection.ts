import { mostSelected } from '../../../domain/limits.ts'
import type { Range } from './list-heights.ts'

/** The ends of a selection in the list: places of entries, the first one where it began. */
export interface SelectedPlaces {
  readonly anchor: number
  readonly focus: number
}

/** The cards that a selection holds: all of them, or the most that it may, counted from where it began. */
export function heldBy({ anchor, focus }: SelectedPlaces): Range & { readonly isWhole: boolean } {
  const isWhole = Math.abs(focus - anchor) < mostSelected
  const end = isWhole ? focus : anchor + Math.sign(focus - anchor) * (mostSelected - 1)
  return { first: Math.min(anchor, end), last: Math.max(anchor, end), isWhole }
}

/**
 * The places that the page's selection spans in a list; undefined without one, or if neither end is in the list.
 *
 * @param drawn the places of the entries of the list's items, in their order
 */
export function selectedPlaces(
  list: Element,
  drawn: readonly number[],
): SelectedPlaces | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  if (!list.contains(anchorNode) && !list.contains(focusNode)) return undefined
  const anchor = placeOfEnd(list, drawn, anchorNode, anchorOffset)
  const focus = placeOfEnd(list, drawn, focusNode, focusOffset)
  return anchor === undefined || focus === undefined ? undefined : { anchor, focus }
}

function placeOfEnd(
  list: Element,
  drawn: readonly number[],
  node: Node | null,
  offset: number,
): number | undefined {
  if (node === null) return undefined
  if (node === list) return drawn[Math.min(offset, drawn.length - 1)]
  const item = [...list.children].findIndex((child) => child.contains(node))
  if (item !== -1) return drawn[item]
  const isAbove = (list.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  if (!isAbove) return drawn.at(-1)
  // A selection of the whole page begins above the main part; then it spans the drawn entries.
  const isInMain = list.closest('main')?.contains(node) === true && !node.contains(list)
  return isInMain ? 0 : drawn[0]
}
