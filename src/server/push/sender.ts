import type postgres from 'postgres'
import { dayOf, parseJournalDay } from '../../domain/journal-day.ts'
import { nudgeText, nudgeTopic } from '../../domain/nudges/nudge-message.ts'
import { lookLasts, retryFor, retryPause, nudgeStep } from '../../domain/nudges/nudge-times.ts'
import { errorLabel } from '../error-code.ts'
import type { Log } from '../log.ts'
import { readChoices } from './choices.ts'
import { encryptFor } from './encrypt.ts'
import type { Looks } from './looks.ts'
import { countDay, nothingToday, queueMornings } from './morning.ts'
import { countNews } from './news.ts'
import { claimDue, nextDue, settle, type Claimed, type Outcome } from './outbox.ts'
import { nudgePayload } from './payload.ts'
import type { PushConnection } from './push-connection.ts'
import { pushEndpoint } from '../settings/push-hosts.ts'
import { dropEnded } from './subscriptions.ts'
import type { Vapid } from './vapid.ts'

export interface SenderParts {
  /** The owner's pool. */
  readonly sql: postgres.Sql
  readonly vapid: Vapid
  readonly looks: Looks
  /** The hosts that a nudge may go to; see `pushEndpoint`. */
  readonly hosts: readonly string[]
  readonly connect: PushConnection
  /** The journal's, an IANA name (D5). */
  readonly timeZone: string
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The longest time between two checks for work, in milliseconds; a check only reads. */
const checkEvery = 60_000
/** A little more than the delay that the database's triggers set, in milliseconds. */
const afterWrite = 5_100
/** A push service keeps a message for a device that is off for a day, in seconds. */
const messageLasts = 86_400
/** How long a running request may delay the server's stop, in milliseconds. */
const drainFor = 1_500

/**
 * Sends nudges: claims due devices in the outbox, counts what is new, sends the encrypted message
 * and stores the result. While nothing happens it writes nothing. The next server sends what a dead
 * server had claimed; the same topic keeps it from being shown twice. Never throws.
 */
export class Sender {
  readonly #parts: SenderParts
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
    this.#from = this.#parts.now() + lookLasts
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
    await Promise.race([this.#running, pause(drainFor)])
  }

  /** Does the work that is due, and returns when to check again, in milliseconds since 1970. */
  async sendDue(): Promise<number> {
    const { sql, now, timeZone } = this.#parts
    await dropEnded(sql)
    await queueMornings(sql, now(), timeZone)
    const claims = await claimDue(sql, now())
    await Promise.all(claims.map(async (claimed) => this.#work(claimed)))
    return Math.min((await nextDue(sql)) ?? Infinity, now() + checkEvery)
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

  async #work(claimed: Claimed): Promise<void> {
    const { sql, now } = this.#parts
    await settle(sql, claimed, await this.#outcome(claimed), now())
  }

  async #outcome(claimed: Claimed): Promise<Outcome> {
    const { sql, looks, now, timeZone } = this.#parts
    const choices = await readChoices(sql, claimed.person)
    const lookedAt = looks.last(claimed.person)
    const news = await countNews(sql, claimed, choices, lookedAt)
    const step = nudgeStep({
      now: now(),
      arrivedAt: claimed.arrivedAt.getTime(),
      toldAt: claimed.toldAt?.getTime(),
      lookedAt,
      choices,
      timeZone,
    })
    if (step.kind === 'wait') return step
    if (step.kind === 'seen') return { kind: 'seen', until: news.newest }
    const today = parseJournalDay(claimed.morning ?? '')
    const day =
      today !== undefined && today === dayOf(now(), timeZone)
        ? await countDay(sql, claimed.person, today, choices, timeZone)
        : nothingToday
    const counts = { ...day, news: news.untold === 0 ? 0 : news.unseen }
    const text = nudgeText(counts, await partnerName(sql, claimed.person))
    if (text === undefined) return { kind: 'nothing', until: news.newest }
    const entry = counts.news > 0 ? news.entry : day.idea
    const { origin } = claimed
    return this.#send(
      claimed,
      nudgePayload({ ...text, entry, origin, bell: news.bell }),
      news.newest,
    )
  }

  async #send(claimed: Claimed, payload: string, until: string | null): Promise<Outcome> {
    const { hosts, connect, vapid, log, now } = this.#parts
    const url = pushEndpoint(claimed.endpoint, hosts)
    // The operator has taken this push service off the list.
    if (url === undefined) return { kind: 'gone' }
    let problem: string
    let wait: number | undefined
    try {
      const { status, retryAfter } = await connect({
        url,
        headers: {
          authorization: await vapid.authorization(url.origin, now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(messageLasts),
          topic: nudgeTopic,
          urgency: 'normal',
        },
        body: encryptFor(claimed, payload),
      })
      if (status >= 200 && status < 300) return { kind: 'sent', until }
      if (status === 404 || status === 410) return { kind: 'gone' }
      problem = String(status)
      wait = retryAfter
    } catch (error) {
      problem = errorLabel(error)
    }
    // One line for each outage of a device's push service; the endpoint is a secret, its host is
    // not.
    if (claimed.attempts === 0) log.error(`push: ${url.host} did not take a nudge`, problem)
    return failed(claimed, now(), wait)
  }
}

function failed({ attempts, failingSince }: Claimed, now: number, wait = 0): Outcome {
  if (failingSince !== null && now - failingSince.getTime() >= retryFor) return { kind: 'given-up' }
  return { kind: 'failed', until: now + Math.max(retryPause(attempts), wait * 1_000) }
}

async function partnerName(sql: postgres.Sql, person: string): Promise<string> {
  const [partner] = await sql<{ name: string }[]>`
    select name from public.profiles where id <> ${person} limit 1`
  return partner?.name ?? ''
}

async function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
