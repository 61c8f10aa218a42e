import { writtenAtMostAgo } from '../../../domain/limits.ts'
import {
  instantFromMilliseconds,
  millisecondsOf,
  parseInstant,
  type Instant,
} from '../../../domain/ids.ts'
import type { AnswerTime } from '../../backend/dated-fetch.ts'
import type { SiteStorage } from '../../browser/site-storage.ts'

/** Its value is the server's time, which is no secret; so it outlives a sign-out. */
const storageKey = 'tagebuch.server-time'

/** How far a clock may be off, in milliseconds, before its date counts as wrong: more than a time zone set by hand. */
const tolerated = 2 * 3_600_000

/** HTTP names whole seconds, and a server may name one a second late. */
const coarse = 2000

/** Whether a time of this device is one that the server's clock has reached: `never` where it is a wrong one. */
export type TimeVerdict = 'reached' | 'not-yet' | 'never'

/**
 * The facts about the server's clock that this device has: the time of the last answer, which outlives the page,
 * and whether the answers of this page show that the device's own clock is right.
 */
export class ServerClock {
  readonly #now: () => number
  readonly #storage: SiteStorage
  #last: number | undefined
  #isDeviceRight = false

  /** @param now milliseconds since 1970 by the device's clock */
  constructor(now: () => number, storage: SiteStorage) {
    this.#now = now
    this.#storage = storage
    const stored = parseInstant(storage.getItem(storageKey) ?? '')
    this.#last = stored && millisecondsOf(stored)
  }

  /** Notes the time of an answer. */
  answered({ serverTime, elapsed }: AnswerTime): void {
    const now = this.#now()
    // A page that was frozen meanwhile sees the answer late.
    const isAfterRequest = serverTime >= now - elapsed - tolerated
    this.#isDeviceRight = isAfterRequest && serverTime <= now + tolerated
    this.#setLast(serverTime)
  }

  /** Notes the time of a change that the channel brought. */
  heard(at: Instant): void {
    this.#setLast(millisecondsOf(at))
  }

  /**
   * The latest time that something on this device can have been written at: of what is dated later the date is
   * wrong. Undefined where the server has never answered.
   */
  lastAnswer(): Instant | undefined {
    return this.#last === undefined ? undefined : instantFromMilliseconds(this.#last + coarse)
  }

  /** The verdict on a time at which this device wrote something. */
  verdictOn(time: Instant): TimeVerdict {
    if (!this.#isDeviceRight || this.#last === undefined) return 'not-yet'
    const ahead = millisecondsOf(time) - this.#last
    if (ahead > tolerated || ahead < -writtenAtMostAgo) return 'never'
    return ahead <= coarse ? 'reached' : 'not-yet'
  }

  #setLast(time: number): void {
    this.#last = time
    this.#storage.setItem(storageKey, instantFromMilliseconds(time))
  }
}
