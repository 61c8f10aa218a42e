import type { Pool } from '../database/pool.ts'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import { waitForCommits } from './commit-wait.ts'
import type { Change, Commit } from './replication.ts'
import type { RowReader } from './row-reader.ts'
import { concerns, takes, type Subscription } from './subscription.ts'
import { readAsPerson, type Located, type VisibleChange } from './visible-changes.ts'

interface DeliveryDeps {
  readonly catalogue: Catalogue
  readonly reader: RowReader
  readonly owner: Pool
  readonly log: Log
}

/** Changes that wait, from which on people pull instead. */
const mostPending = 5_000
const batchSize = 200
const resyncPause = 1_000

/** Hands changes to the people who may see them, in order, with one select per person and batch. */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #subscriptions = new Set<Subscription>()
  readonly #arrived: Commit[] = []
  #isWorking = false

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription)
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription)
  }

  publish(commit: Commit): void {
    if (commit.changes.length === 0 || this.#subscriptions.size === 0) return
    this.#arrived.push(commit)
    if (!this.#isWorking) void this.#work()
  }

  /** Tells everyone, or one person, to pull: events may have been missed. */
  resync(person?: string): void {
    for (const subscription of this.#subscriptions)
      if (person === undefined || subscription.claims()?.sub === person) subscription.resync()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#arrived.length > 0) {
      const commits = this.#arrived.splice(0)
      const transactions = commits.map(({ transaction }) => transaction)
      if (!(await waitForCommits(this.#deps.owner, transactions).catch(() => false)))
        this.#resyncLater()
      const changes = commits.flatMap((commit) =>
        commit.changes.flatMap((one) => this.#locate(one)),
      )
      const people = new Set([...this.#subscriptions].flatMap((one) => one.claims()?.sub ?? []))
      await Promise.all([...people].map(async (person) => this.#serve(person, changes)))
    }
    this.#isWorking = false
  }

  #locate(change: Change): Located[] {
    const table = this.#deps.catalogue.find(change.schema, change.table)
    return table === undefined ? [] : [{ table, change }]
  }

  async #serve(person: string, changes: readonly Located[]): Promise<void> {
    const bindings = this.#subscriptionsOf(person).flatMap((one) => one.bindings)
    const wanted = changes.filter((change) => bindings.some((one) => concerns(one, change)))
    const isTooMany = wanted.length > mostPending
    try {
      for (let at = 0; at < wanted.length; at += batchSize) {
        const visible = await this.#readAs(person, wanted.slice(at, at + batchSize))
        // A pull is cheaper than that many events. What the person cannot see causes none (D9).
        if (isTooMany && visible.length > 0) return this.resync(person)
        this.#send(person, visible)
      }
    } catch (error) {
      const { log } = this.#deps
      log.error('realtime: changes could not be read for a subscriber', errorCode(error))
      this.#resyncLater(person)
    }
  }

  async #readAs(person: string, batch: readonly Located[]): Promise<VisibleChange[]> {
    const claims = this.#subscriptionsOf(person)[0]?.claims()
    return claims ? readAsPerson(claims, batch, this.#deps.reader) : []
  }

  #send(person: string, visible: readonly VisibleChange[]): void {
    // Asked again: a channel that has left, or acts for someone else now, gets nothing.
    for (const change of visible)
      for (const subscription of this.#subscriptionsOf(person)) {
        const taking = subscription.bindings.filter((binding) => takes(binding, change))
        const ids = taking.map(({ id }) => id)
        if (ids.length > 0) subscription.deliver(change, ids)
      }
  }

  /** When the database has had time to recover. */
  #resyncLater(person?: string): void {
    setTimeout(() => this.resync(person), resyncPause).unref()
  }

  #subscriptionsOf(person: string): Subscription[] {
    return [...this.#subscriptions].filter((subscription) => subscription.claims()?.sub === person)
  }
}
