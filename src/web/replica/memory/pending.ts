import type { PartnerId } from '../../../domain/ids.ts'
import { aggregateIdOf, type Mutation } from '../mutations/registry.ts'
import { isSameRows } from './row-order.ts'
import type { Queued } from './stored-rows.ts'

/** What this device has not sent yet. */
export interface Pending {
  readonly me: PartnerId
  /** By aggregate, each in the order of sending. */
  readonly mutations: ReadonlyMap<string, readonly Mutation[]>
  /** The ids of entries and replies whose deletion can still be undone (D11). */
  readonly waitingDeletions: ReadonlySet<string>
}

export function nothingPending(me: PartnerId): Pending {
  return { me, mutations: new Map(), waitingDeletions: new Set() }
}

/** Mutations in the order of sending. */
export function inOrder(queue: Iterable<Queued>): readonly Queued[] {
  return [...queue].sort((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1))
}

/**
 * The mutations by aggregate. What did not change is the identical object: a mark on a queued row, as of its being
 * in flight, changes nothing that is shown.
 *
 * @param queue in the order of sending
 */
export function byAggregate(
  queue: readonly Queued[],
  before: Pending['mutations'],
): Pending['mutations'] {
  const groups = new Map<string, Mutation[]>()
  for (const { mutation } of queue) {
    const id = aggregateIdOf(mutation)
    const others = groups.get(id)
    if (others === undefined) groups.set(id, [mutation])
    else others.push(mutation)
  }
  const kept = [...groups].map(([id, mutations]) => {
    const held = before.get(id) ?? none
    return [id, isSameRows(held, mutations) ? held : mutations] as const
  })
  const isSame = kept.length === before.size && kept.every(([id, held]) => before.get(id) === held)
  return isSame ? before : new Map(kept)
}

/** The ids about which the one has something pending that the other has not. */
export function changedIds(one: Pending, other: Pending): readonly string[] {
  const both = [one, other]
  const queued = both.flatMap(({ mutations }) => [...mutations.keys()])
  const deleted = both.flatMap(({ waitingDeletions }) => [...waitingDeletions])
  return [
    ...queued.filter((id) => one.mutations.get(id) !== other.mutations.get(id)),
    ...deleted.filter((id) => one.waitingDeletions.has(id) !== other.waitingDeletions.has(id)),
  ]
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
