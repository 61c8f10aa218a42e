import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import type { Change } from './replication.ts'
import { evaluateFilters } from './filter-evaluation.ts'
import type { RowReader } from './row-reader.ts'
import { listensTo, takes, type Subscription, type VisibleChange } from './subscription.ts'
import { whatPersonMaySee, type Located } from './visible-changes.ts'

interface DeliveryDeps {
  readonly catalogue: Catalogue
  readonly reader: RowReader
  /** Resolves once what has been committed can be selected; `false` if that could not be made sure. */
  readonly untilVisible: () => Promise<boolean>
  readonly log: Log
}

/** Changes that wait for one person, from which on they pull instead. */
const mostPending = 5_000
const batchSize = 200
const resyncPause = 1_000
/** How many times changes are read before the person's clients are told to pull instead. */
const mostTries = 3

/**
 * Hands changes to the people who may see them, in order, one check per person and event. Each person
 * has a queue of their own, so one person delays no other.
 */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #subscriptions = new Set<Subscription>()
  readonly #queues = new Map<string, Located[]>()
  readonly #arrived: Located[] = []
  #isTaking = false

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription)
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription)
  }

  publish(change: Change): void {
    const table = this.#deps.catalogue.find(change.schema, change.table)
    if (table === undefined || this.#subscriptions.size === 0) return
    this.#arrived.push({ table, change })
    if (this.#isTaking) return
    this.#isTaking = true
    // After this turn, so that a transaction's changes are read together.
    setImmediate(() => void this.#takeArrived())
  }

  /** Tells everyone to pull: events may have been missed. */
  resync(): void {
    for (const subscription of this.#subscriptions) subscription.resync()
  }

  /** Takes what has arrived, a transaction's changes together, as soon as it can be selected. */
  async #takeArrived(): Promise<void> {
    while (this.#arrived.length > 0) {
      const batch = this.#arrived.splice(0)
      try {
        if (!(await this.#deps.untilVisible())) this.#resyncLater()
        for (const located of batch)
          for (const person of peopleListening(this.#subscriptions, located))
            this.#enqueue(person, located)
      } catch (error) {
        this.#deps.log.error('realtime: changes could not be taken in', errorCode(error))
        this.#resyncLater()
      }
    }
    this.#isTaking = false
  }

  #resyncLater(): void {
    setTimeout(() => this.resync(), resyncPause).unref()
  }

  #enqueue(person: string, located: Located): void {
    const queue = this.#queues.get(person)
    if (queue === undefined) {
      const fresh = [located]
      this.#queues.set(person, fresh)
      queueMicrotask(() => void this.#drain(person, fresh))
    } else {
      queue.push(located)
    }
  }

  async #drain(person: string, queue: Located[]): Promise<void> {
    let tries = 0
    while (queue.length > 0) {
      const isBacklog = queue.length > mostPending
      const batch = queue.splice(0, batchSize)
      try {
        if (!isBacklog) await this.#deliverBatch(person, batch)
        else if ((await this.#visibleOf(person, batch)).length > 0) {
          // A pull is cheaper than that many events. What the person cannot see causes none (D9).
          queue.length = 0
          this.#tellToPull(person)
        }
        tries = 0
      } catch (error) {
        const { log } = this.#deps
        log.error('realtime: changes could not be read for a subscriber', errorCode(error))
        tries += 1
        // Nothing of the batch has been sent: all is read before the first frame.
        if (tries < mostTries) queue.unshift(...batch)
        else queue.length = 0
        await new Promise((resolve) => setTimeout(resolve, resyncPause))
        if (tries < mostTries) continue
        tries = 0
        this.#tellToPull(person)
      }
    }
    this.#queues.delete(person)
  }

  async #visibleOf(person: string, batch: readonly Located[]): Promise<VisibleChange[]> {
    const claims = this.#subscriptionsOf(person)[0]?.claims()
    return claims ? whatPersonMaySee(claims, batch, this.#deps.reader) : []
  }

  async #deliverBatch(person: string, batch: readonly Located[]): Promise<void> {
    const visible = await this.#visibleOf(person, batch)
    // Read again: a channel that has left, or acts for someone else now, gets nothing.
    const { reader } = this.#deps
    const results = await evaluateFilters(this.#subscriptionsOf(person), visible, reader)
    for (const change of visible) {
      for (const subscription of this.#subscriptionsOf(person)) {
        const matching = subscription.bindings.filter(
          (active) =>
            listensTo(active, change.table) &&
            takes(active, change.change.type) &&
            results.passes(active, change),
        )
        if (matching.length > 0) subscription.deliver(change, matching)
      }
    }
  }

  #tellToPull(person: string): void {
    for (const subscription of this.#subscriptionsOf(person)) subscription.resync()
  }

  #subscriptionsOf(person: string): Subscription[] {
    return [...this.#subscriptions].filter((subscription) => subscription.claims()?.sub === person)
  }
}

function peopleListening(
  subscriptions: ReadonlySet<Subscription>,
  { table, change }: Located,
): Set<string> {
  const people = new Set<string>()
  for (const subscription of subscriptions) {
    const person = subscription.claims()?.sub
    if (person === undefined || people.has(person)) continue
    const listens = subscription.bindings.some(
      (active) => listensTo(active, table) && takes(active, change.type),
    )
    if (listens) people.add(person)
  }
  return people
}
