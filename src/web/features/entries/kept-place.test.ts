import { describe, expect, it } from 'vitest'
import { entryOn } from '../../replica/memory/test-journal.ts'
import type { CardPlaces } from './card-places.ts'
import { keptScroll } from './kept-place.ts'

const item = {} as Element
const field = {} as Element
const height = 200
const screen = { scroll: 1000, width: 390, height: 800 }

/** A list of cards of 200 pixels, one for each of the days, from `start` on. */
function places(days: readonly number[], others: Partial<CardPlaces> = {}): CardPlaces {
  const { start = 100 } = others
  const cards = days.map((day, index) => {
    const top = start + index * height
    return { entry: entryOn(day), item, top, bottom: top + height, lead: 0 }
  })
  return { cards, start, pageHeight: 20_000, screen, ...others }
}

const kept = (before: CardPlaces, now: CardPlaces) => keptScroll(before, now, 72)

const days = Array.from({ length: 20 }, (_, index) => 20 - index)

describe('the place that one reads', () => {
  it('moves with its card, and stays where none moved', () => {
    expect(kept(places(days), places(days))).toBe(1000)
    expect(kept(places(days), places([21, ...days]))).toBe(1200)
  })

  it('does not drift: what scrolling could not give is owed until somebody scrolls', () => {
    let before = places(days)
    let scroll = 1000
    for (let arrival = 1; arrival <= 60; arrival += 1) {
      const start = 100 + arrival * 176.25
      const now = places(days, { start, screen: { ...screen, scroll } })
      const wanted = kept(before, now) ?? 0
      // A browser scrolls to whole pixels.
      scroll = Math.round(wanted)
      before = { ...now, screen: { ...screen, scroll }, owed: wanted - scroll }
    }
    expect(scroll).toBe(1000 + 60 * 176.25)
    const scrolled = places(days, { start: 100, screen: { ...screen, scroll: 990 } })
    expect(kept(places(days, { owed: 0.25 }), scrolled)).toBe(990)
  })

  it('is the next card where the first one has left', () => {
    const rest = days.filter((day) => day !== 20 - 4)
    expect(kept(places(days), places(rest))).toBe(800)
  })

  it('moves down with the list while that begins on the screen', () => {
    const start = 1100
    expect(kept(places(days, { start }), places([21, ...days], { start }))).toBeUndefined()
  })
})

describe('what has the focus', () => {
  const focused = (top: number, others: Partial<CardPlaces> = {}) =>
    places(days, { start: 1100, focus: { element: field, top, bottom: top + 40 }, ...others })

  it('stands still also where the list begins on the screen, or its own card grows above it', () => {
    expect(kept(focused(1300), focused(1477))).toBe(1177)
    expect(kept(focused(1300), focused(1330))).toBe(1030)
  })

  it('stands still as the heading of its day, also where that is above another card now', () => {
    const heading = (top: number, day: string) =>
      focused(top, { focus: { element: {} as Element, top, bottom: top + 20, day } })
    expect(kept(heading(1300, '2026-06-12'), heading(1477, '2026-06-12'))).toBe(1177)
    expect(kept(heading(1300, '2026-06-12'), heading(1477, '2026-06-11'))).toBeUndefined()
  })

  const turned = { ...screen, width: 844, height: 390 }
  it.each([
    ['above the screen', focused(900), focused(1100)],
    ['below the screen', focused(1900), focused(2100)],
    ['where another has it now', focused(1300), focused(1500, { focus: undefined })],
    ['on a screen that was turned', focused(1300), focused(1500, { screen: turned })],
  ])('does not count %s', (_, before, now) => {
    expect(kept(before, now)).toBeUndefined()
  })
})
