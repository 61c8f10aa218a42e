import { addDays, dayOf, instantOf, type ClockTime, type JournalDay } from '../journal-day.ts'
import type { NudgeChoices } from './nudge-choices.ts'

/** The shortest time between two nudges of a device, in milliseconds. */
export const nudgeEvery = 15 * 60_000

/**
 * The delay after the newest news, in milliseconds: news that belong together arrive within it, and a slip is
 * undone.
 */
export const nudgeDelay = 5_000

/** How long a heartbeat counts, in milliseconds; a visible page sends the next one before. */
export const heartbeatLasts = 30_000

/** How late after a morning a nudge still names its planned ideas, in milliseconds. */
const morningLasts = 4 * 3_600_000

/** The morning of a person without quiet hours. */
const morningWithoutQuiet = '08:00' as ClockTime

type QuietHours = Pick<NudgeChoices, 'quietFrom' | 'quietTo'>

/**
 * When the quiet hours end that `now` lies in; undefined outside of them. They begin and end by the clock on
 * the wall, so that a clock change makes a night an hour longer or shorter (D5). Times are milliseconds
 * since 1970.
 */
export function quietUntil(
  now: number,
  { quietFrom, quietTo }: QuietHours,
  timeZone: string,
): number | undefined {
  if (quietFrom === quietTo) return undefined
  const today = dayOf(now, timeZone)
  // The night that began yesterday, and the one that begins today.
  for (const first of [addDays(today, -1), today]) {
    const last = quietTo > quietFrom ? first : addDays(first, 1)
    const end = instantOf(last, quietTo, timeZone)
    if (now >= instantOf(first, quietFrom, timeZone) && now < end) return end
  }
  return undefined
}

/** The morning of a day: the end of its quiet hours. Milliseconds since 1970. */
export function morningOf(
  day: JournalDay,
  { quietFrom, quietTo }: QuietHours,
  timeZone: string,
): number {
  const clock = quietFrom === quietTo ? morningWithoutQuiet : quietTo
  return instantOf(day, clock, timeZone)
}

/** True from the morning of `day` on, for the time in which its planned ideas are told. */
export function isMorning(
  now: number,
  day: JournalDay,
  quiet: QuietHours,
  timeZone: string,
): boolean {
  const begin = morningOf(day, quiet, timeZone)
  return now >= begin && now < begin + morningLasts
}

export interface NudgeFacts {
  /** All times are milliseconds since 1970. */
  readonly now: number
  /** The time of the oldest news of the nudge, if it may still belong together with later ones. */
  readonly begunAt: number | undefined
  /** The time of the newest news of the nudge. */
  readonly arrivedAt: number
  /** The time at which this device was last notified. */
  readonly notifiedAt: number | undefined
  /** The last heartbeat of this person, from any device. */
  readonly heartbeatAt: number | undefined
  readonly choices: QuietHours
  readonly timeZone: string
}

export type NudgeStep =
  | { readonly kind: 'send' | 'seen' }
  | { readonly kind: 'wait'; readonly until: number }

/**
 * Whether a device is nudged now, later, or not at all, because the person has looked at the journal since.
 * No person is nudged while they look, in quiet hours, or twice within 15 minutes.
 */
export function nudgeStep(facts: NudgeFacts): NudgeStep {
  const { now, begunAt, arrivedAt, notifiedAt, heartbeatAt, choices, timeZone } = facts
  if (heartbeatAt !== undefined && heartbeatAt >= arrivedAt) return { kind: 'seen' }
  const waits = [
    // The journal's time may be ahead of a clock that was set back.
    begunAt === undefined || begunAt > now ? undefined : begunAt + nudgeDelay,
    heartbeatAt === undefined ? undefined : heartbeatAt + heartbeatLasts,
    quietUntil(now, choices, timeZone),
    notifiedAt === undefined ? undefined : notifiedAt + nudgeEvery,
  ].filter((until) => until !== undefined && until > now) as readonly number[]
  return waits.length === 0 ? { kind: 'send' } : { kind: 'wait', until: Math.max(...waits) }
}

/** The pause before the next attempt to send, in milliseconds: a minute, doubled up to an hour. */
export function retryPause(attempts: number): number {
  return Math.min(60_000 * 2 ** attempts, 3_600_000)
}

/** The time in milliseconds after which a nudge that could not be sent is given up. */
export const retryFor = 24 * 3_600_000
