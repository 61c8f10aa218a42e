import { expect, it } from 'vitest'
import { isSameRow } from './row-order.ts'

it.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1, b: null }, { a: 1 }, false],
  [{ b: { c: [1, 2] } }, { b: { c: [2, 1] } }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [undefined, { a: 1 }, false],
])('%j and %j are the same row: %s', (one, other, isSame) => {
  expect(isSameRow(one, other)).toBe(isSame)
  expect(isSameRow(other, one)).toBe(isSame)
})

it('a field that is left out makes no difference, but the same field further inside does', () => {
  expect(isSameRow({ id: 1, at: 1 }, { id: 1, at: 2 }, 'at')).toBe(true)
  expect(isSameRow({ row: { at: 1 } }, { row: { at: 2 } }, 'at')).toBe(false)
})
