import { expect, it } from 'vitest'
import { placeAt } from './use-drag-order.ts'

it('an item that is let go takes the place between the middles of the others', () => {
  const middles = [50, 150, 250]
  expect([0, 100, 149, 151, 260].map((y) => placeAt(y, middles, 0))).toEqual([0, 0, 0, 1, 2])
  expect([0, 60, 240, 260].map((y) => placeAt(y, middles, 2))).toEqual([0, 1, 2, 2])
})
