import { expect, it } from 'vitest'
import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import { createSiteStorage } from '../../browser/site-storage.ts'
import { at } from '../memory/test-journal.ts'
import { ServerClock } from './server-clock.ts'

const hour = 3_600_000
const noon = millisecondsOf(at(10)) + 12 * hour
const instant = (time: number) => instantFromMilliseconds(time)
const noStorage = () =>
  createSiteStorage(() => {
    throw new Error('refused')
  })

/** A device whose clock is this far ahead of the server's, after one answer. */
function deviceAhead(ahead: number, elapsed = 100) {
  const clock = new ServerClock(() => noon + ahead, noStorage())
  expect(clock.verdictOn(instant(noon + ahead))).toBe('not-yet')
  clock.answered({ serverTime: noon, elapsed })
  return clock
}

it('a time of a right clock is reached, also where HTTP has rounded the answer down', () => {
  expect(deviceAhead(1500).verdictOn(instant(noon + 1500))).toBe('reached')
  expect(deviceAhead(-600_000).verdictOn(instant(noon - 600_000))).toBe('reached')
})

it('a time ten minutes ahead is not reached yet', () => {
  const clock = deviceAhead(600_000)
  expect(clock.verdictOn(instant(noon + 600_000))).toBe('not-yet')
  clock.answered({ serverTime: noon + 600_000, elapsed: 100 })
  expect(clock.verdictOn(instant(noon + 600_000))).toBe('reached')
})

it('nothing is known about times of a clock that is days off', () => {
  for (const days of [-100, -1, 1, 100])
    expect(deviceAhead(days * 24 * hour).verdictOn(instant(noon))).toBe('not-yet')
})

it('a right clock shows that a time was a wrong one', () => {
  const clock = deviceAhead(0)
  expect(clock.verdictOn(instant(noon + 24 * hour))).toBe('never')
  expect(clock.verdictOn(instant(noon - 24 * hour))).toBe('reached')
  expect(clock.verdictOn(instant(noon - 91 * 24 * hour))).toBe('never')
})

it('an answer that a frozen page sees late shows a right clock, too', () => {
  expect(deviceAhead(20 * hour, 21 * hour).verdictOn(instant(noon))).toBe('reached')
})

it('the last answer outlives the page', () => {
  const storage = noStorage()
  const clock = new ServerClock(() => noon, storage)
  expect(clock.lastAnswer()).toBeUndefined()
  clock.answered({ serverTime: noon, elapsed: 100 })
  clock.heard(instant(noon + 5000))
  expect(clock.lastAnswer()).toBe(instant(noon + 7000))
  expect(new ServerClock(() => noon, storage).lastAnswer()).toBe(instant(noon + 7000))
})
