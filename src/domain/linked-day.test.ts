import { expect, it } from 'vitest'
import { parseLinkedDay } from './linked-day.ts'

it.each([
  ['2026-06-12', '2026-06-12'],
  ['2026-06-31', '2026-06-30'],
  ['2025-02-31', '2025-02-28'],
  ['2024-02-30', '2024-02-29'],
  ['2026-00-07', '2026-01-01'],
  ['2026-13-07', '2026-12-31'],
  ['2026-06-00', '2026-06-01'],
  ['2026-06-99', '2026-06-30'],
  ['0000-05-05', '0001-05-05'],
  ['9999-12-31', '9999-12-31'],
  ['2026-6-1', undefined],
  ['heute', undefined],
  ['', undefined],
  [null, undefined],
])('%s in the address leads to %s', (text, day) => {
  expect(parseLinkedDay(text)).toBe(day)
})
