import type { CardPlaces } from './card-places.ts'
import { isStartSeen, placeOfCard, seenCards } from './card-places.ts'

/**
 * How far the page has to be scrolled so that what one reads stays where it is on the screen, in pixels with fractions;
 * undefined where it may move. What has the focus stands still; otherwise the first card that one sees, and that is still
 * there, unless the list's start is on the screen: then what is new pushes the others down.
 *
 * @param header how much of the screen's top is covered, in pixels
 */
export function keptScroll(
  before: CardPlaces,
  now: CardPlaces,
  header: number,
): number | undefined {
  const screen = screenBefore(before, now)
  // The part of the way that scrolling could not give is still owed, unless somebody has scrolled since.
  const owed = screen.scroll === before.screen.scroll ? (before.owed ?? 0) : 0
  const from = screen.scroll + owed
  const seen = { ...before, screen }
  // A device that was turned, and a keyboard that opens, may leave no room for the focus where it was.
  const isSameScreen =
    before.screen.height === now.screen.height && before.screen.width === now.screen.width
  const shift = isSameScreen ? shiftOfFocus(seen, now, header) : undefined
  if (shift !== undefined) return from + shift
  if (isStartSeen(seen, header)) return undefined
  for (const { entry, top, lead } of seenCards(seen, header)) {
    const after = placeOfCard(now, entry.id)
    if (after !== undefined) return from + after.top + after.lead - top - lead
  }
  return undefined
}

/** The screen before the change: a page that became shorter has moved by itself. */
function screenBefore(
  before: CardPlaces,
  { pageHeight, screen }: CardPlaces,
): CardPlaces['screen'] {
  return screen.scroll >= pageHeight - screen.height - 1 ? before.screen : screen
}

/** How far that has moved in the page which has the focus, if it is on the screen. */
function shiftOfFocus(before: CardPlaces, now: CardPlaces, header: number): number | undefined {
  const { focus, screen } = before
  if (focus === undefined || now.focus === undefined) return undefined
  const isSameDay = focus.day !== undefined && focus.day === now.focus.day
  if (focus.element !== now.focus.element && !isSameDay) return undefined
  const isSeen = focus.bottom > screen.scroll + header && focus.top < screen.scroll + screen.height
  return isSeen ? now.focus.top - focus.top : undefined
}
