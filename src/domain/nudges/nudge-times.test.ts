import { describe, expect, it } from 'vitest'
import { defaultNudgeChoices } from './nudge-choices.ts'
import { isMorning, quietUntil, retryPause, nudgeStep, type NudgeFacts } from './nudge-times.ts'
import { parseClockTime, parseJournalDay, type ClockTime, type JournalDay } from '../journal-day.ts'

const zone = 'Europe/Berlin'
const clock = (text: string) => parseClockTime(text) as ClockTime
const at = (text: string) => Date.parse(text)
const shown = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 16)

/** Quiet hours, the moment (UTC), and when they end (UTC). */
const nights: [string, string, string, string | undefined][] = [
  // Winter, +1: 22:00 is 21:00 UTC, 07:00 is 06:00 UTC.
  ['22:00', '07:00', '2026-11-20T20:59', undefined],
  ['22:00', '07:00', '2026-11-20T21:00', '2026-11-21T06:00'],
  ['22:00', '07:00', '2026-11-20T22:59', '2026-11-21T06:00'],
  ['22:00', '07:00', '2026-11-20T23:00', '2026-11-21T06:00'],
  ['22:00', '07:00', '2026-11-21T05:59', '2026-11-21T06:00'],
  ['22:00', '07:00', '2026-11-21T06:00', undefined],
  // The night in which clocks go forward: 07:00 is 05:00 UTC already.
  ['22:00', '07:00', '2026-03-28T21:00', '2026-03-29T05:00'],
  ['22:00', '07:00', '2026-03-29T04:59', '2026-03-29T05:00'],
  ['22:00', '07:00', '2026-03-29T05:00', undefined],
  // The night in which they go back: it began at 20:00 UTC and ends at 06:00 UTC.
  ['22:00', '07:00', '2026-10-24T19:59', undefined],
  ['22:00', '07:00', '2026-10-24T20:00', '2026-10-25T06:00'],
  ['22:00', '07:00', '2026-10-25T05:30', '2026-10-25T06:00'],
  // An end that the clock skips, and one that it shows twice.
  ['23:00', '02:30', '2026-03-28T23:00', '2026-03-29T01:30'],
  ['23:00', '02:30', '2026-10-24T23:00', '2026-10-25T00:30'],
  ['23:00', '02:30', '2026-10-25T00:45', undefined],
  // Within one day, up to midnight, and none.
  ['13:00', '15:00', '2026-11-20T12:00', '2026-11-20T14:00'],
  ['13:00', '15:00', '2026-11-20T14:00', undefined],
  ['20:00', '00:00', '2026-11-20T22:59', '2026-11-20T23:00'],
  ['20:00', '00:00', '2026-11-20T23:00', undefined],
  ['00:00', '06:00', '2026-11-20T23:00', '2026-11-21T05:00'],
  ['07:00', '07:00', '2026-11-20T06:00', undefined],
]

describe('quiet hours', () => {
  it.each(nights)('from %s to %s at %s UTC end at %s', (from, to, now, end) => {
    const quiet = { quietFrom: clock(from), quietTo: clock(to) }
    expect(shown(quietUntil(at(`${now}Z`), quiet, zone))).toBe(end)
  })
})

describe('a morning', () => {
  it('is the end of the quiet hours, and some hours after it', () => {
    const day = parseJournalDay('2026-03-29') as JournalDay
    const is = (text: string, choices = defaultNudgeChoices) =>
      isMorning(at(`${text}Z`), day, choices, zone)
    const times = ['2026-03-29T04:59', '2026-03-29T05:00', '2026-03-29T08:59', '2026-03-29T09:00']
    expect(times.map((time) => is(time))).toEqual([false, true, true, false])
    const never = { ...defaultNudgeChoices, quietFrom: clock('00:00'), quietTo: clock('00:00') }
    expect([is('2026-03-29T05:59', never), is('2026-03-29T06:00', never)]).toEqual([false, true])
  })
})

describe('the time of a nudge', () => {
  const noon = at('2026-11-20T11:00Z')
  const minutes = (count: number) => noon + count * 60_000
  const step = (facts: Partial<NudgeFacts>) =>
    nudgeStep({
      now: noon,
      begunAt: minutes(-1),
      arrivedAt: minutes(-1),
      notifiedAt: undefined,
      heartbeatAt: undefined,
      choices: defaultNudgeChoices,
      timeZone: zone,
      ...facts,
    })

  it.each<[string, Partial<NudgeFacts>, 'send' | 'seen']>([
    ['at once', {}, 'send'],
    ['although the clock was set back', { begunAt: minutes(60) }, 'send'],
    ['again after 15 minutes', { notifiedAt: minutes(-15) }, 'send'],
    ['not who has looked since', { heartbeatAt: minutes(-1) }, 'seen'],
    ['who looked before', { heartbeatAt: minutes(-2) }, 'send'],
  ])('%s', (_, facts, kind) => {
    expect(step(facts)).toEqual({ kind })
  })

  const toldBefore = { notifiedAt: at('2026-11-20T20:50Z') }

  it.each<[string, Partial<NudgeFacts>, number]>([
    [
      'a moment after the first of several',
      { begunAt: noon - 1_000, arrivedAt: noon },
      noon + 4_000,
    ],
    ['at most every 15 minutes', { notifiedAt: minutes(-14) }, minutes(1)],
    ['not while somebody looks', { arrivedAt: noon, heartbeatAt: noon - 10_000 }, noon + 20_000],
    [
      'not in quiet hours, even if something else ends sooner',
      { now: at('2026-11-20T21:00Z'), ...toldBefore },
      at('2026-11-21T06:00Z'),
    ],
    [
      'not right after quiet hours, where somebody was told just before',
      { now: at('2026-11-20T20:59Z'), ...toldBefore },
      at('2026-11-20T21:05Z'),
    ],
  ])('%s: it waits', (_, facts, until) => {
    expect(step(facts)).toEqual({ kind: 'wait', until })
  })

  it('waits longer after each failure, an hour at most', () => {
    const pauses = [0, 1, 2, 6, 20].map((failures) => retryPause(failures) / 60_000)
    expect(pauses).toEqual([1, 2, 4, 60, 60])
  })
})
