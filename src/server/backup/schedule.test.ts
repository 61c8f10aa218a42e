import { describe, expect, it } from 'vitest'
import type { ClockTime } from '../../domain/journal-day.ts'
import { isBackupDue } from './schedule.ts'

const time = (text: string) => Date.parse(text)
const berlin = { at: '03:15' as ClockTime, timeZone: 'Europe/Berlin' }

/** The moments of a stretch, asked every minute, at which a backup begins and succeeds. */
function moments(from: string, until: string, schedule = berlin, succeeds = () => true): string[] {
  const found: string[] = []
  let backup: number | undefined = time(from)
  let attempt = { at: time(from), made: false }
  for (let now = time(from); now < time(until); now += 60_000) {
    if (!isBackupDue(now, schedule, { backup, attempt })) continue
    found.push(new Date(now).toISOString().slice(0, 16))
    attempt = { at: now, made: true }
    if (succeeds()) backup = now
  }
  return found
}

describe('the moment of a backup', () => {
  it('is the same clock time every night, also when the clocks change', () => {
    expect(moments('2026-03-27T12:00Z', '2026-03-30T12:00Z')).toEqual([
      '2026-03-28T02:15',
      '2026-03-29T01:15',
      '2026-03-30T01:15',
    ])
    expect(moments('2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([
      '2026-10-25T02:15',
      '2026-10-26T02:15',
    ])
  })

  it('comes once in an hour that is skipped, and once in one that comes twice', () => {
    const skipped = { ...berlin, at: '02:30' as ClockTime }
    expect(moments('2026-03-28T12:00Z', '2026-03-30T12:00Z', skipped)).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ])
    expect(moments('2026-10-24T12:00Z', '2026-10-26T12:00Z', skipped)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  it('is at once at a start if there is none, or the last is older than 26 h', () => {
    const now = time('2026-11-20T12:00Z')
    const at = (backup: number | undefined) =>
      isBackupDue(now, berlin, { backup, attempt: { at: now, made: false } })
    expect(at(undefined)).toBe(true)
    expect(at(now - 26 * 3_600_000 - 1)).toBe(true)
    expect(at(now - 26 * 3_600_000)).toBe(false)
    // A file from the future says nothing.
    expect(at(now + 60_000)).toBe(true)
  })

  it('repeats after a failure, an hour apart, once the last good one is too old', () => {
    const found = moments('2026-11-20T02:15Z', '2026-11-21T08:00Z', berlin, () => false)
    expect(found).toEqual([
      '2026-11-21T02:15',
      '2026-11-21T04:16',
      '2026-11-21T05:16',
      '2026-11-21T06:16',
      '2026-11-21T07:16',
    ])
  })

  it('still comes after a clock was set back by a year', () => {
    const now = time('2026-11-20T12:00Z')
    const later = time('2027-11-20T12:00Z')
    expect(isBackupDue(now, berlin, { backup: later, attempt: { at: later, made: true } })).toBe(
      true,
    )
  })
})
