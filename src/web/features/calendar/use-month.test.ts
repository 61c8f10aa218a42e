import { expect, it } from 'vitest'
import type { JournalMonth } from '../../../domain/journal-month.ts'
import { monthBeside } from './use-month.ts'

const month = (text: string) => text as JournalMonth
const range = { first: month('2025-03'), last: month('2026-08') }

it('the arrows lead from the first month to the last', () => {
  expect(monthBeside({ month: month('2026-01'), ...range }, -1)).toBe('2025-12')
  expect(monthBeside({ month: month('2025-12'), ...range }, 1)).toBe('2026-01')
  expect(monthBeside({ month: month('2025-03'), ...range }, -1)).toBeUndefined()
  expect(monthBeside({ month: month('2026-08'), ...range }, 1)).toBeUndefined()
})

it('while older entries may still come, they lead further back, to the first year', () => {
  const open = { ...range, first: undefined }
  expect(monthBeside({ month: month('2025-03'), ...open }, -1)).toBe('2025-02')
  expect(monthBeside({ month: month('0001-01'), ...open }, -1)).toBeUndefined()
})
