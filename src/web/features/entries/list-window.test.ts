import { describe, expect, it } from 'vitest'
import { entryOn } from '../../replica/memory/test-journal.ts'
import { ListHeights } from './list-heights.ts'
import { anchorAt, keyOf, seenIn, windowOf, type WindowState } from './list-window.ts'

const entries = Array.from({ length: 1000 }, (_, index) => entryOn(1000 - index))
const start: WindowState = { list: 'alle', anchor: undefined, isWide: false, retained: [] }
const screen = 880

/** The card of day 500 at this place of the screen. */
const on500 = (top: number) => ({ key: keyOf(entryOn(500)), top })

/** Cards of 200 pixels. */
function evenHeights(): ListHeights {
  const heights = new ListHeights()
  heights.record([{ entry: entryOn(1000), top: 0, bottom: 200 }])
  return heights
}
const partOf = (state: Partial<WindowState>, list = entries) =>
  windowOf(list, evenHeights(), { ...start, ...state }, screen)
const placesOf = (state: Partial<WindowState>, list = entries) =>
  partOf(state, list).cards.map(({ index }) => index)

describe('the window over the list', () => {
  it('shows the cards of one screen first, and those of some more once it was painted', () => {
    expect(placesOf({})).toEqual([0, 1, 2, 3, 4])
    expect(placesOf({ isWide: true })).toHaveLength(11)
  })

  it('stands around the card that one reads, with the rest of the list as gaps', () => {
    const { cards, above, below } = partOf({ anchor: on500(100) })
    expect(cards.map(({ index }) => index)).toEqual([499, 500, 501, 502, 503])
    expect(above).toBe(499 * 200)
    expect(below).toBe(496 * 200)
  })

  it('ends beyond the screen, since what a browser measures is rounded', () => {
    expect(placesOf({ anchor: on500(200) })[0]).toBe(498)
    expect(placesOf({ anchor: on500(80) }).at(-1)).toBe(504)
  })

  it('stays there when that card has left', () => {
    const anchor = on500(100)
    const rest = entries.filter(({ id }) => id !== anchor.key.id)
    expect(placesOf({ anchor }, rest)).toEqual([499, 500, 501, 502, 503])
    expect(placesOf({ anchor }, entries.slice(0, 3))).toEqual([1, 2])
    expect(placesOf({ anchor }, [])).toEqual([])
  })

  it('draws a card that is in use wherever it stands, in the order of the list', () => {
    const retained = [entryOn(300), entryOn(999), entryOn(998)].map(keyOf)
    const { cards } = partOf({ anchor: on500(-20), retained })
    expect(cards.map(({ index }) => index)).toEqual([1, 2, 500, 501, 502, 503, 504, 700])
    const tops = cards.map(({ top }) => top).filter((top) => top !== undefined)
    expect(tops).toEqual([200, 400, 140_000])
  })

  it('comes to where the scroll bar was pulled', () => {
    expect(anchorAt(entries, evenHeights(), 100_050)).toEqual(on500(-50))
    expect(anchorAt(entries, evenHeights(), -10)).toBeUndefined()
  })
})

describe('the window moves', () => {
  /** Reads which part is seen of the cards drawn around the middle of the list, after the page has scrolled on. */
  function seenAfter(pixels: number, list = entries) {
    const state = { ...start, anchor: on500(100), isWide: true }
    const part = partOf(state, list)
    const item = {} as Element
    const cards = part.cards.map(({ entry, index }) => {
      return { entry, item, top: index * 200, bottom: (index + 1) * 200, lead: 0 }
    })
    const shown = { scroll: 500 * 200 - 100 + pixels, width: 375, height: screen }
    const places = { cards, start: 0, pageHeight: list.length * 200, screen: shown }
    return seenIn(places, part, list.length, state, 0)
  }

  it('before its upper or lower edge is seen, and not while that is far', () => {
    for (const pixels of [0, 500, -500]) expect(seenAfter(pixels).isNearEdge).toBe(false)
    for (const pixels of [1000, -1000])
      expect(seenAfter(pixels)).toMatchObject({ isNearEdge: true, isEdgeSeen: false })
    for (const pixels of [1700, -1700]) expect(seenAfter(pixels).isEdgeSeen).toBe(true)
  })

  it('not beyond the last card', () => {
    expect(seenAfter(1700, entries.slice(0, 503)).isNearEdge).toBe(false)
  })
})
