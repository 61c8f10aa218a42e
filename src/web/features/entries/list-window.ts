import { placeOf, type EntryKey, type ListedEntry } from '../../replica/memory/entry-order.ts'
import { covered, seenCards, type CardPlaces } from './card-places.ts'
import type { ListHeights } from './list-heights.ts'

/** A card, and where its item begins on the screen, in pixels. */
export interface Anchor {
  readonly key: EntryKey
  readonly top: number
  /** How high that is which stands above the card in its item. */
  readonly lead?: number
}

/** The facts that decide which cards are drawn. */
export interface WindowState {
  /** The tab, filter and search that this is about. */
  readonly list: string
  /** The cards around this one are drawn; the first ones where undefined. */
  readonly anchor: Anchor | undefined
  /** False until the screen has been painted with the cards that it shows; no others are drawn before. */
  readonly isWide: boolean
  /** Cards that may not leave the page. */
  readonly retained: readonly EntryKey[]
}

export interface DrawnCard {
  readonly entry: ListedEntry
  readonly index: number
  /** For a kept card outside the window: pixels from the list's start. */
  readonly top: number | undefined
}

/** The part of the list that is drawn, and how high the rest of it is, in pixels. */
export interface ListWindow {
  readonly cards: readonly DrawnCard[]
  readonly above: number
  readonly below: number
}

/** Browsers round what they measure: a window that ended with the screen might move again and again, to the same cards. */
const roundingSlack = 16

/** So far beyond the screen cards are drawn, in pixels; the window moves when half of that is left. */
function reachOf({ isWide }: WindowState, height: number): number {
  return isWide ? 1.5 * height : roundingSlack
}

/** @param height of the screen, in pixels */
export function windowOf(
  entries: readonly ListedEntry[],
  heights: ListHeights,
  state: WindowState,
  height: number,
): ListWindow {
  if (entries.length === 0) return { cards: [], above: 0, below: 0 }
  const { anchor } = state
  const place = anchor === undefined ? 0 : placeOf(entries, anchor.key)
  const reach = reachOf(state, height)
  const { first, last } = heights.around(entries, Math.min(place, entries.length - 1), {
    top: anchor?.top ?? 0,
    from: -reach,
    to: height + reach,
  })
  const inside = entries
    .slice(first, last + 1)
    .map((entry, offset) => ({ entry, index: first + offset, top: undefined }))
  const retained = state.retained
    .map((key) => ({ key, index: placeOf(entries, key) }))
    .filter(({ key, index }) => entries[index]?.id === key.id && (index < first || index > last))
    .sort((one, other) => one.index - other.index)
  const places = retained.map(({ index }) => index)
  const tops = heights.aboveEach(entries, places)
  const outside = places.flatMap((index, at): DrawnCard[] => {
    const entry = entries[index]
    return entry === undefined ? [] : [{ entry, index, top: tops[at] }]
  })
  return {
    cards: [...outside, ...inside].sort((one, other) => one.index - other.index),
    above: heights.above(entries, first),
    below: heights.estimate(entries.length - 1 - last),
  }
}

/**
 * The cards on the screen, and the gap that is left there.
 *
 * @param length how many entries the list has
 */
export function seenIn(
  places: CardPlaces,
  { cards }: ListWindow,
  length: number,
  state: WindowState,
  header = covered().header,
) {
  const { scroll, height } = places.screen
  const isInFlow = (_: unknown, index: number) => cards[index]?.top === undefined
  const inFlow = places.cards.filter(isInFlow)
  const drawn = cards.filter(isInFlow)
  const isFirst = drawn[0]?.index === 0
  const isLast = drawn.at(-1)?.index === length - 1
  const isNear = (distance: number) =>
    (!isFirst && (inFlow[0]?.top ?? 0) > scroll - distance) ||
    (!isLast && (inFlow.at(-1)?.bottom ?? 0) < scroll + height + distance)
  const [first] = seenCards({ ...places, cards: inFlow }, header)
  return {
    /** The first card that one sees; undefined where the window is elsewhere. */
    anchor: first && { key: keyOf(first.entry), top: first.top - scroll, lead: first.lead },
    /** True where the window has to move. */
    isNearEdge: isNear(reachOf(state, height) / 2),
    /** True where a part of the screen shows no card although there is one. */
    isEdgeSeen: isNear(0),
  }
}

/** The card at a place that the window has not reached, such as after a pull at the scroll bar. */
export function anchorAt(
  entries: readonly ListedEntry[],
  heights: ListHeights,
  offset: number,
): Anchor | undefined {
  const index = heights.placeAt(entries, offset)
  const entry = entries[index]
  if (offset <= 0 || entry === undefined) return undefined
  return { key: keyOf(entry), top: heights.above(entries, index) - offset }
}

export function keyOf({ createdAt, id }: EntryKey): EntryKey {
  return { createdAt, id }
}
