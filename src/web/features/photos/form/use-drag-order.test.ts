import { expect, it } from 'vitest'
import { placeAt } from './use-drag-order.ts'

it('an item that is dragged takes the place of the one that it is let go on', () => {
  const items = [0, 100, 200].map((top) => ({ top, bottom: top + 90 }))
  const places = (from: number) => [-50, 50, 95, 101, 150, 500].map((y) => placeAt(y, items, from))
  expect(places(0)).toEqual([0, 0, 0, 1, 1, 2])
  expect(places(2)).toEqual([0, 0, 1, 1, 1, 2])
})
