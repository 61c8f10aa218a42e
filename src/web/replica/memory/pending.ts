import type { PartnerId } from '../../../domain/ids.ts'
import { aggregateIdOf, type Mutation } from '../mutations/registry.ts'
import type { Queued } from './stored-rows.ts'

/** What this device has not sent yet. */
export interface Pending {
  readonly me: PartnerId
  /** By aggregate, each in the order of sending. */
  readonly mutations: ReadonlyMap<string, readonly Mutation[]>
  /** The ids of entries, replies and personal quotes whose deletion can still be undone (D11). */
  readonly waitingDeletions: ReadonlySet<string>
}

export function nothingPending(me: PartnerId): Pending {
  return { me, mutations: new Map(), waitingDeletions: new Set() }
}

/** Mutations in the order of sending. */
export function inOrder(queue: Iterable<Queued>): readonly Queued[] {
  return [...queue].sort((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1))
}

/** @param queue in the order of sending */
export function byAggregate(queue: readonly Queued[]): Pending['mutations'] {
  const groups = new Map<string, Mutation[]>()
  for (const { mutation } of queue) {
    const id = aggregateIdOf(mutation)
    const others = groups.get(id)
    if (others === undefined) groups.set(id, [mutation])
    else others.push(mutation)
  }
  return groups
}

const none: readonly Mutation[] = []

/** What waits to be sent about one aggregate. */
export function mutationsAbout({ mutations }: Pending, aggregateId: string): readonly Mutation[] {
  return mutations.get(aggregateId) ?? none
}

/** Everything that waits to be sent. */
export function allMutations({ mutations }: Pending): readonly Mutation[] {
  return [...mutations.values()].flat()
}
