import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { dayOf, type JournalDay } from '../../domain/journal-day.ts'
import type { NudgeChoices } from '../../domain/nudges/nudge-choices.ts'
import { nudgeText } from '../../domain/nudges/nudge-message.ts'
import {
  isMorning,
  heartbeatLasts,
  morningOf,
  nudgeDelay,
  nudgeStep,
  retryFor,
  retryPause,
} from '../../domain/nudges/nudge-times.ts'
import type { Pool } from '../database/pool.ts'
import type { Log } from '../log.ts'
import { readChoices } from './choices.ts'
import { forgetDevice, recordNotified, readDevices, type Device } from './devices.ts'
import type { Presence } from './presence.ts'
import { countDay, nothingToday } from './morning.ts'
import { countNews } from './news.ts'
import { nudgePayload } from './payload.ts'
import { postNudge, type PostParts, type Refused } from './post-nudge.ts'
import { dropEnded } from './subscriptions.ts'

export interface SenderParts extends PostParts {
  /** The owner's pool. */
  readonly pool: Pool
  readonly presence: Presence
  /** The journal's, an IANA name (D5). */
  readonly timeZone: string
  readonly log: Log
}

/** The longest time between two checks for work, in milliseconds; a check only reads. */
const checkEvery = 60_000
/** A little more than what was just written is given, in milliseconds. */
const afterWrite = nudgeDelay + 100
/** How long a running request may delay the server's stop, in milliseconds. */
const drainFor = 1_500

/** Why a device is nudged now. */
interface Occasion {
  readonly morning: JournalDay | undefined
  readonly heartbeatAt: number | undefined
  readonly isSeen: boolean
}

/** A nudge that a push service did not take. */
interface Failure {
  readonly attempts: number
  /** Since when, and when the next attempt is due, in milliseconds since 1970. */
  readonly since: number
  readonly until: number
}

/**
 * Sends nudges: reads which device has news or a morning, counts what is new, sends the encrypted message and then notes
 * it. While nothing happens it writes nothing. A server that ends before it has noted a nudge sends it again; the same
 * topic keeps it from being shown twice. Never throws.
 */
export class Sender {
  readonly #parts: SenderParts
  /** By device; a start tries each again. */
  readonly #failures = new Map<string, Failure>()
  #timer: NodeJS.Timeout | undefined
  #due = Infinity
  /** Nothing is sent before; milliseconds since 1970. */
  #from = Infinity
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /** Begins once every open page has sent a look: a start forgets them. */
  start(): void {
    this.#from = this.#parts.now() + heartbeatLasts
    this.#wakeAt(this.#from)
  }

  /** Something was written. */
  wake(): void {
    if (this.#timer !== undefined)
      this.#wakeAt(Math.max(this.#parts.now() + afterWrite, this.#from))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.race([this.#running, pause(drainFor, undefined, { ref: false })])
  }

  /** Does the work that is due, and returns when to check again, in milliseconds since 1970. */
  async sendDue(): Promise<number> {
    const { pool, now } = this.#parts
    await dropEnded(pool)
    const devices = await readDevices(pool)
    const known = new Set(devices.map(({ id }) => id))
    for (const id of this.#failures.keys()) if (!known.has(id)) this.#failures.delete(id)
    const next = await Promise.all(devices.map(async (device) => this.#work(device)))
    return Math.min(...next, now() + checkEvery)
  }

  #wakeAt(at: number): void {
    if (this.#isStopped || (this.#timer !== undefined && at >= this.#due)) return
    clearTimeout(this.#timer)
    this.#due = at
    const wait = Math.min(Math.max(at - this.#parts.now(), 0), checkEvery)
    this.#timer = setTimeout(() => {
      this.#running = Promise.resolve(this.#running).then(async () => this.#run())
    }, wait)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    this.#due = Infinity
    const { now } = this.#parts
    // If the database is away, the next check does it.
    const next = await this.sendDue().catch(() => now() + checkEvery)
    this.#wakeAt(Math.max(next, now() + 100))
  }

  /** Tells a device what is due; returns when it has to be looked at again. */
  async #work(device: Device): Promise<number> {
    const { pool, presence, now, timeZone } = this.#parts
    const failure = this.#failures.get(device.id)
    if (failure !== undefined && failure.until > now()) return failure.until
    const choices = await readChoices(pool, device.person)
    const morning = this.#morningOf(device, choices)
    if (device.lastNewsAt === null && morning === undefined) return Infinity
    const heartbeatAt = presence.last(device.person)
    const step = nudgeStep({
      now: now(),
      begunAt: device.firstNewsAt?.getTime(),
      arrivedAt: Math.max(
        device.lastNewsAt?.getTime() ?? 0,
        morning === undefined ? 0 : morningOf(morning, choices, timeZone),
      ),
      notifiedAt: device.notifiedAt?.getTime(),
      heartbeatAt,
      choices,
      timeZone,
    })
    if (step.kind === 'wait') return step.until
    return this.#notify(device, choices, { morning, heartbeatAt, isSeen: step.kind === 'seen' })
  }

  /** The day whose morning the device has not been told. A morning expires after some hours. */
  #morningOf(device: Device, choices: NudgeChoices): JournalDay | undefined {
    const { now, timeZone } = this.#parts
    const today = dayOf(now(), timeZone)
    return device.morning !== today && isMorning(now(), today, choices, timeZone)
      ? today
      : undefined
  }

  async #notify(
    device: Device,
    choices: NudgeChoices,
    { morning, heartbeatAt, isSeen }: Occasion,
  ): Promise<number> {
    const { pool, now, timeZone } = this.#parts
    const news = await countNews(pool, device, choices, heartbeatAt)
    const record = async (kind: 'sent' | 'nothing' | 'seen') => {
      this.#failures.delete(device.id)
      await recordNotified(
        pool,
        device,
        { kind, until: news.newest, morning: morning ?? null },
        now(),
      )
      return Infinity
    }
    if (isSeen) return record('seen')
    const day =
      morning === undefined
        ? nothingToday
        : await countDay(pool, device.person, morning, choices, timeZone)
    const counts = { ...day, news: news.unnotified === 0 ? 0 : news.unseen }
    const text = nudgeText(counts, await partnerName(pool, device.person))
    if (text === undefined) return record('nothing')
    const entry = counts.news > 0 ? news.entry : day.idea
    const { origin } = device
    const payload = nudgePayload({ ...text, entry, origin, bell: news.bell })
    const sent = await postNudge(this.#parts, device, payload)
    if (sent === 'sent') return record('sent')
    if (sent === 'gone') {
      await forgetDevice(pool, device)
      return Infinity
    }
    return this.#failed(device, sent) ?? record('nothing')
  }

  /** When to try again; undefined once it has been tried for so long that it is given up. */
  #failed({ id, endpoint }: Device, { problem, retryAfter = 0 }: Refused): number | undefined {
    const now = this.#parts.now()
    const { attempts, since } = this.#failures.get(id) ?? { attempts: 0, since: now }
    // One line for each outage of a device's push service; the endpoint is a secret, its host is
    // not.
    if (attempts === 0)
      this.#parts.log.error(`push: ${new URL(endpoint).host} did not take a nudge`, problem)
    if (now - since >= retryFor) return undefined
    const until = now + Math.max(retryPause(attempts), retryAfter * 1_000)
    this.#failures.set(id, { attempts: attempts + 1, since, until })
    return until
  }
}

async function partnerName(pool: Pool, person: string): Promise<string> {
  const [partner] = await pool.query<{ name: string }>(sql`
    select name from public.profiles where id <> ${person} limit 1`)
  return partner?.name ?? ''
}
