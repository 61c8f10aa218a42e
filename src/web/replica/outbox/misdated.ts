import type { Instant } from '../../../domain/ids.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { insertedIdOf, kindOf, typedIn, type Mutation } from '../mutations/registry.ts'
import type { ServerClock } from '../store/server-clock.ts'
import { queueOf } from '../store/queue.ts'
import { removeQueued } from './outbox.ts'
import { recordRejection, removeDependents } from './record-rejection.ts'

export type Clock = Pick<ServerClock, 'verdictOn'>

/** The time by this device's clock on which a mutation depends; undefined for most. */
export function dateOf(mutation: Mutation): Instant | undefined {
  return kindOf(mutation).dated?.(mutation)
}

/** False while the date of a mutation may be that of a wrong clock. What was handed to the network may be there. */
export function isDue({ mutation, isInFlight }: Queued, clock: Clock): boolean {
  const date = dateOf(mutation)
  return date === undefined || isInFlight === true || clock.verdictOn(date) === 'reached'
}

/** Removes what this device wrote on a day that was not; text that a person typed into it is kept as a draft (D26). */
export function dropMisdated(rows: Transaction, clock: Clock): void {
  for (const queued of queueOf(rows)) {
    const { mutation, isInFlight } = queued
    const date = dateOf(mutation)
    if (date === undefined || isInFlight || clock.verdictOn(date) !== 'never') continue
    removeQueued(rows, [queued])
    const dropped = removeDependents(rows, mutation)
    const [first, ...dependents] = dropped.filter((one) => typedIn(one.mutation) !== undefined)
    if (first !== undefined) recordRejection(rows, first.mutation, 'gone', { dependents })
    const inserted = insertedIdOf(mutation)
    if (inserted !== undefined) rows.remove('deletions', inserted)
  }
}
