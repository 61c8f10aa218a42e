import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import type { EntryId } from '../../../domain/ids.ts'

/** How much header and bottom bar cover of the screen's ends, in pixels; both grow with the letters. */
export function covered() {
  const main = document.querySelector('main') ?? document.body
  const { scrollMarginTop: header, scrollMarginBottom: foot } = getComputedStyle(main)
  return { header: Number.parseFloat(header), foot: Number.parseFloat(foot) }
}

/** Pixels of a card that must be on the screen for it to count as seen. */
const leastSeen = 16

/** A drawn card, in pixels from the page's top. */
interface PlacedCard {
  readonly entry: ListedEntry
  readonly item: Element
  readonly top: number
  readonly bottom: number
  /** The height of the parts of its item that stand above the card: the heading of a day, "Neu". */
  readonly lead: number
}

/** The focused element of a list, in pixels from the page's top. */
interface FocusPlace {
  readonly element: Element
  readonly top: number
  readonly bottom: number
  /** Of the heading of a day: that day. It is another element above another card. */
  readonly day?: string | undefined
}

/** The places of a list's drawn cards, and the part of them that the screen shows. */
export interface CardPlaces {
  readonly cards: readonly PlacedCard[]
  /** The start of the list. */
  readonly start: number
  /** The page's whole height. */
  readonly pageHeight: number
  readonly screen: ReturnType<typeof screenNow>
  readonly focus?: FocusPlace | undefined
  /** Pixels, less than one, by which the page could not be scrolled as far as what one reads had moved. */
  readonly owed?: number | undefined
}

/** The part of the page that the screen shows, in pixels. */
export function screenNow() {
  return { scroll: window.scrollY, width: window.innerWidth, height: window.innerHeight }
}

/** @param drawn the entries of the list's items, in their order */
export function placesIn(list: Element, drawn: readonly ListedEntry[]): CardPlaces {
  const screen = screenNow()
  const { scroll } = screen
  const cards = drawn.flatMap((entry, index) => {
    const item = list.children[index]
    if (item === undefined) return []
    const { top, bottom } = item.getBoundingClientRect()
    const above = item.lastElementChild?.previousElementSibling
    const lead = above ? above.getBoundingClientRect().bottom - top : 0
    return { entry, item, top: top + scroll, bottom: bottom + scroll, lead }
  })
  const { scrollHeight: pageHeight } = document.documentElement
  const start = list.getBoundingClientRect().top + scroll
  return { cards, start, pageHeight, screen, focus: focusIn(list) }
}

/** The place of the focus, if it is in this list. */
export function focusIn(list: Element): FocusPlace | undefined {
  const element = document.activeElement
  if (element === null || !list.contains(element)) return undefined
  const { top, bottom } = element.getBoundingClientRect()
  const day = element.getAttribute(dayMark) ?? undefined
  return { element, top: top + window.scrollY, bottom: bottom + window.scrollY, day }
}

/** The attribute of a day's heading that names the day. */
const dayMark = 'data-day-heading'

/** Where the heading that had the focus has left the page, gives the focus to that of the same day above another card; yields it. */
export function focusMovedDay(list: Element, before: FocusPlace | undefined): Element | undefined {
  if (before?.day === undefined || before.element.isConnected) return undefined
  if (document.activeElement !== document.body) return undefined
  const heading = list.querySelector<HTMLElement>(`[${dayMark}="${before.day}"]`)
  heading?.focus({ preventScroll: true })
  return heading ?? undefined
}

/** True while the list's first card is below the header: what is new there may then push the others down. */
export function isStartSeen({ start, screen }: CardPlaces, header = covered().header): boolean {
  return start - screen.scroll >= header - 1
}

/** The cards that one sees, from the first on. */
export function seenCards(
  { cards, screen }: CardPlaces,
  header = covered().header,
): readonly PlacedCard[] {
  const { scroll, height } = screen
  const from = scroll + header + leastSeen
  return cards.filter(({ top, bottom }) => bottom > from && top < scroll + height)
}

export function placeOfCard({ cards }: CardPlaces, id: EntryId): PlacedCard | undefined {
  return cards.find(({ entry }) => entry.id === id)
}

export function scrollPageTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' })
}

/** Brings a card, or the part of it that is wanted, on the screen, gives it the focus and lets it glow once; yields what has the focus then. */
export function showCard(item: Element): Element | undefined {
  const card =
    item.querySelector<HTMLElement>('[data-wanted]') ??
    item.querySelector<HTMLElement>('[data-entry]')
  if (card === null) return undefined
  const { top, bottom, height } = card.getBoundingClientRect()
  const { header, foot } = covered()
  const room = window.innerHeight - header - foot
  if (top < header || bottom > window.innerHeight - foot)
    card.scrollIntoView({ block: height < room ? 'center' : 'start', behavior: 'instant' })
  card.focus({ preventScroll: true })
  // A ring that fades, so that the eye finds the card; it moves nothing, so calm eyes see it too. An outline,
  // since forced colours draw no shadow.
  const ring = { outline: '3px solid var(--color-accent)', outlineOffset: '0px' }
  const end = { ...ring, outlineColor: 'transparent' }
  card.animate([{ ...ring, offset: 0 }, { ...ring, offset: 0.6 }, end], 2400)
  return card
}

/**
 * Brings the start of a card's item, which is the heading of its day, directly below the header; the heading has the
 * focus then, or the card of a hit. Yields it.
 */
export function showDay(item: Element, isHit: boolean): Element | undefined {
  const wanted = item.querySelector<HTMLElement>(isHit ? '[data-entry]' : `[${dayMark}]`)
  if (wanted === null) return undefined
  scrollPageTo(window.scrollY + item.getBoundingClientRect().top - covered().header)
  wanted.focus({ preventScroll: true })
  return wanted
}

/** True for a card that may not be taken out of the page: it has the focus, a selection, an open layer or an own text. */
export function isInUse(item: Element): boolean {
  const selection = window.getSelection()
  // Also where a press has only set where one may begin.
  const isSelected =
    selection !== null &&
    (item.contains(selection.anchorNode) || item.contains(selection.focusNode))
  if (isSelected || item.contains(document.activeElement)) return true
  if (item.querySelector('[aria-expanded="true"]') !== null) return true
  return [...item.querySelectorAll('textarea, input')].some(
    (field) => 'value' in field && field.value !== '',
  )
}
