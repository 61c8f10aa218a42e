import type { Log } from '../log.ts'
import type { Catalogue, Table } from './catalogue.ts'
import type { Change } from './change-stream.ts'
import { deletionsFor } from './delete-audience.ts'
import { errorCode } from '../error-code.ts'
import { evaluateFilters } from './filter-evaluation.ts'
import type { AccessClaims } from './identity.ts'
import type { RowReader } from './row-reader.ts'
import { listensTo, takes, type Subscription, type VisibleChange } from './subscription.ts'

/** Hands changes to the people who may see them, in order, one check per person and event. */
export interface Delivery {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  publish(change: Change): void
  /** Tells everyone to pull: events may have been missed. */
  resync(): void
}

interface DeliveryParts {
  readonly catalogue: Catalogue
  readonly reader: RowReader
  /** Resolves once what has been committed can be selected; `false` if that could not be made sure. */
  readonly untilVisible: () => Promise<boolean>
  readonly log: Log
}

interface Located {
  readonly table: Table
  readonly change: Change
}

const mostPending = 5_000
const batchSize = 200
const resyncPause = 1_000
/** How often changes are read before their person is told to pull instead. */
const mostTries = 3

/** Each person has a queue of their own: one delays nobody else. */
export function createDelivery(parts: DeliveryParts): Delivery {
  const subscriptions = new Set<Subscription>()
  const queues = new Map<string, Located[]>()
  const arrived: Located[] = []
  let taking = false

  const subscriptionsOf = (person: string): Subscription[] =>
    [...subscriptions].filter((subscription) => subscription.claims()?.sub === person)

  function tellToPull(person: string): void {
    for (const subscription of subscriptionsOf(person)) subscription.resync()
  }

  async function deliverBatch(person: string, batch: readonly Located[]): Promise<void> {
    const claims = subscriptionsOf(person)[0]?.claims()
    if (!claims) return
    const visible = await whatPersonMaySee(claims, batch, parts.reader)
    // Taken anew: who left meanwhile, or acts for someone else now, gets nothing.
    const results = await evaluateFilters(subscriptionsOf(person), visible, parts.reader)
    for (const change of visible) {
      for (const subscription of subscriptionsOf(person)) {
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

  async function drain(person: string, queue: Located[]): Promise<void> {
    let tries = 0
    while (queue.length > 0) {
      const batch = queue.splice(0, batchSize)
      try {
        await deliverBatch(person, batch)
        tries = 0
      } catch (error) {
        parts.log.error('realtime: changes could not be read for a subscriber', errorCode(error))
        tries += 1
        // Nothing of the batch has been sent: all is read before the first frame.
        if (tries < mostTries) queue.unshift(...batch)
        else queue.length = 0
        await new Promise((resolve) => setTimeout(resolve, resyncPause))
        if (tries < mostTries) continue
        tries = 0
        tellToPull(person)
      }
    }
    queues.delete(person)
  }

  function enqueue(person: string, located: Located): void {
    const queue = queues.get(person)
    if (queue === undefined) {
      const fresh = [located]
      queues.set(person, fresh)
      queueMicrotask(() => void drain(person, fresh))
    } else if (queue.length < mostPending) {
      queue.push(located)
    } else {
      // A pull is cheaper than so many events.
      queue.length = 0
      tellToPull(person)
    }
  }

  /** Takes what has arrived, a transaction's changes together, as soon as it can be selected. */
  async function takeArrived(): Promise<void> {
    while (arrived.length > 0) {
      const batch = arrived.splice(0)
      try {
        if (!(await parts.untilVisible())) tellAllLater()
        for (const located of batch) {
          for (const person of peopleListening(subscriptions, located)) enqueue(person, located)
        }
      } catch (error) {
        parts.log.error('realtime: changes could not be taken in', errorCode(error))
        tellAllLater()
      }
    }
    taking = false
  }

  function tellAllLater(): void {
    setTimeout(resync, resyncPause).unref()
  }

  function resync(): void {
    for (const subscription of subscriptions) subscription.resync()
  }

  return {
    add(subscription) {
      subscriptions.add(subscription)
    },
    remove(subscription) {
      subscriptions.delete(subscription)
    },
    publish(change) {
      const table = parts.catalogue.find(change.schema, change.table)
      if (table === undefined || subscriptions.size === 0) return
      arrived.push({ table, change })
      if (taking) return
      taking = true
      // After this turn, so that a transaction's changes are read together.
      setImmediate(() => void takeArrived())
    },
    resync,
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

/** The batch as the person's own selects and removals show it, in its order. */
async function whatPersonMaySee(
  claims: AccessClaims,
  batch: readonly Located[],
  reader: RowReader,
): Promise<VisibleChange[]> {
  const visible = new Map<Located, VisibleChange>()
  for (const table of new Set(batch.map((located) => located.table))) {
    const ofTable = batch.filter((located) => located.table === table)
    const written = ofTable.filter(({ change }) => change.type !== 'DELETE')
    const deleted = ofTable.filter(({ change }) => change.type === 'DELETE')
    if (written.length > 0) {
      const rows = await reader.select(claims, table, keysOf(written))
      for (const located of written) {
        const row = rows.get(located.change.key)
        if (row !== undefined) visible.set(located, { ...located, row })
      }
    }
    if (deleted.length > 0) {
      const known = await deletionsFor(claims.sub, table, keysOf(deleted), reader)
      for (const located of deleted) {
        if (known.has(located.change.key)) visible.set(located, { ...located, row: null })
      }
    }
  }
  return batch.flatMap((located) => visible.get(located) ?? [])
}

const keysOf = (located: readonly Located[]): string[] => [
  ...new Set(located.map(({ change }) => change.key)),
]
