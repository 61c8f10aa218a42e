import { expect, it } from 'vitest'
import { unmarked } from '../../../domain/calendar-day.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import { aimOf } from './pressed-day.ts'

const id = (text: string) => text as EntryId
const idea = (text: string) => ({ id: id(text), scheduledDate: '2026-06-12' as Instant })
const planned = { ...unmarked, planned: [idea('a'), idea('b')] }

it('a press leads to the day’s entries, also to those that may still come', () => {
  const marked = { ...planned, written: [1, 0, 0, 0] }
  expect(aimOf({ marked, isLoading: false }, undefined)).toBe('day')
  expect(aimOf({ marked: unmarked, isLoading: true }, undefined)).toBe('day')
})

it('each press on a day with planned ideas alone leads to the next', () => {
  const aims = [undefined, id('a'), id('b'), id('of another day')].map((last) =>
    aimOf({ marked: planned, isLoading: false }, last),
  )
  expect(aims).toEqual(['a', 'b', 'a', 'a'])
})

it('a day with nothing leads nowhere', () => {
  expect(aimOf({ marked: unmarked, isLoading: false }, id('a'))).toBeUndefined()
})
