import { expect, it } from 'vitest'
import type { Instant } from '../../../domain/ids.ts'
import { at, entryOn, idOf, journalWith, replyTo } from '../memory/test-journal.ts'
import { timeOfWriting, type WritingTimeOptions } from './time-of-writing.ts'

function timeWith(hidden: boolean) {
  const memory = journalWith([entryOn(4), entryOn(5, { isPrivate: hidden }), entryOn(40)])
  memory.change((rows) => rows.put('replies', replyTo(8, { entryId: idOf(5) })))
  return (options: WritingTimeOptions) => timeOfWriting(memory.state(), memory.shown, options)
}
const after = (day: number) => at(day).replace('.000000Z', '.001000Z')
const limits = { now: at(2), until: at(30) }

it('what is written lies after the newest entry, and a reply after the newest reply of its entry', () => {
  const time = timeWith(false)
  expect(time(limits)).toBe(after(5))
  expect(time({ ...limits, entryId: idOf(4) })).toBe(after(5))
  expect(time({ ...limits, entryId: idOf(5) })).toBe(after(8))
})

it('a clock that is ahead of all that was seen counts itself', () => {
  expect(timeWith(false)({ ...limits, now: at(9), entryId: idOf(5) })).toBe(at(9))
})

it('the time tells nothing of private entries and of replies to them', () => {
  const time = timeWith(true)
  expect(time(limits)).toBe(after(4))
  expect(time({ ...limits, entryId: idOf(5) })).toBe(after(4))
})

it('a date that is later than the last answer of the server does not spread', () => {
  const time = timeWith(false)
  expect(time({ ...limits, until: at(7), entryId: idOf(5) })).toBe(after(5))
  expect(time({ ...limits, until: undefined })).toBe(at(2))
})

it('a time with microseconds is passed by a millisecond', () => {
  const createdAt = '2026-03-01T10:00:00.123456Z' as Instant
  const { state, shown } = journalWith([entryOn(1, { createdAt })])
  expect(timeOfWriting(state(), shown, { now: at(1), until: at(90) })).toBe(
    '2026-03-01T10:00:00.124000Z',
  )
})
