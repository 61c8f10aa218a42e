import { describe, expect, it } from 'vitest'
import { entryOn, idOf } from '../../replica/memory/test-journal.ts'
import { ListHeights } from './list-heights.ts'

const entries = Array.from({ length: 100 }, (_, index) => entryOn(100 - index))
const measured = (day: number, bottom: number) => ({ entry: { id: idOf(day) }, top: 0, bottom })
/** Heights of the cards of these days. */
function heightsOf(cards: Readonly<Record<number, number>>): ListHeights {
  const heights = new ListHeights()
  heights.record(Object.entries(cards).map(([day, height]) => measured(Number(day), height)))
  return heights
}

describe('the heights of the cards', () => {
  it('are estimated by the first ones that were measured, and the estimate stays', () => {
    const heights = heightsOf({ 100: 100, 99: 300 })
    expect(heights.above(entries, 4)).toBe(800)
    heights.record([measured(98, 500)])
    expect(heights.above(entries, 4)).toBe(1100)
    expect(heights.estimate(10)).toBe(2000)
  })

  it('are added up for several places as for each of them', () => {
    const heights = heightsOf({ 100: 100, 98: 500 })
    const places = [0, 2, 3, 50]
    expect(heights.aboveEach(entries, places)).toEqual(
      places.map((place) => heights.above(entries, place)),
    )
  })

  it('lead from a distance to a place and back', () => {
    const heights = heightsOf({ 100: 200, 99: 200 })
    const places = [0, 399, 400, 1_000_000].map((distance) => heights.placeAt(entries, distance))
    expect(places).toEqual([0, 1, 2, 99])
  })

  it('say which cards fill the screen around one of them', () => {
    const heights = heightsOf({ 100: 200 })
    const screen = { from: -300, to: 1000 }
    expect(heights.around(entries, 50, { top: 100, ...screen })).toEqual({ first: 48, last: 54 })
    expect(heights.around(entries, 0, { top: 0, ...screen })).toEqual({ first: 0, last: 4 })
    expect(heights.around(entries, 99, { top: 0, ...screen })).toEqual({ first: 97, last: 99 })
  })

  it('are others on a screen of another width', () => {
    const heights = heightsOf({ 100: 100 })
    heights.forget()
    heights.record([measured(100, 300)])
    expect(heights.above(entries, 2)).toBe(600)
  })
})
