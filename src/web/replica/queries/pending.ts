import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { entryKeysScope } from '../copy/entry-keys.ts'
import type { Queued, WaitingDeletion } from '../copy/stored-rows.ts'
import { followKeys, readUnfollowed } from './follow.ts'
import { actionsOn, type Mutation, type MutationName } from '../mutations/registry.ts'

/** Everything besides the rows that decides what is shown; small, read once per query. */
export interface Pending {
  readonly byAggregate: ReadonlyMap<string, readonly Mutation[]>
  /** Entries whose deletion waits to be undone or sent. */
  readonly hidden: ReadonlySet<string>
}

/**
 * Runs reads that belong together as one: they see the same moment, and the browser opens one
 * transaction instead of one for each.
 */
export async function inReadTransaction<Value>(
  database: ReplicaDatabase,
  read: () => Promise<Value>,
): Promise<Value> {
  const { entries, reactions, profiles, journal, outbox, deletions, last_looks: looks } = database
  const { memory_marks: marks } = database
  const keys = entryKeysScope(database)
  const scope = [entries, reactions, profiles, journal, outbox, deletions, looks, marks, ...keys]
  return database.transaction('r', scope, read)
}

/**
 * The pending mutations of some kinds, in their order. A live query that reads these alone does not run again for
 * writes of other kinds. Call it in a transaction over the outbox.
 */
export async function readMutations(
  { outbox }: ReplicaDatabase,
  actions: readonly MutationName[],
): Promise<readonly Mutation[]> {
  const queue = await readQueued(outbox, 'mutation.action', actions)
  return queue.map(({ mutation }) => mutation)
}

/**
 * What is pending about these entries alone. A live query that reads this does not run again for others. Call it in
 * `inReadTransaction`.
 */
export async function readPendingAbout(
  { outbox, deletions }: ReplicaDatabase,
  ids: readonly EntryId[],
): Promise<Pending> {
  followKeys(deletions, ids)
  const [queue, waiting] = await Promise.all([
    readQueued(outbox, 'aggregateId', ids),
    readUnfollowed<WaitingDeletion>(deletions),
  ])
  const wanted = new Set(ids)
  return pendingOf(
    queue,
    waiting.filter(({ entryId }) => wanted.has(entryId)),
  )
}

/** Every kind of write that an entry's card shows. */
const aboutEntries = [...actionsOn('entries'), ...actionsOn('reactions')]

/** What is pending about any entry. Call it in `inReadTransaction`. */
export async function readPending({ outbox, deletions }: ReplicaDatabase): Promise<Pending> {
  const [queue, waiting] = await Promise.all([
    readQueued(outbox, 'mutation.action', aboutEntries),
    deletions.toArray(),
  ])
  return pendingOf(queue, waiting)
}

/** What an index of the outbox holds of a queued mutation. */
const indexed = {
  aggregateId: ({ aggregateId }: Queued) => aggregateId,
  'mutation.action': ({ mutation }: Queued) => mutation.action,
} as const

/**
 * The outbox is small, so it is read in one request; a live query follows what has these keys in an index.
 */
async function readQueued(
  outbox: ReplicaDatabase['outbox'],
  index: keyof typeof indexed,
  keys: readonly string[],
): Promise<readonly Queued[]> {
  followKeys(outbox, keys, index)
  const queue = await readUnfollowed<Queued>(outbox)
  const wanted = new Set(keys)
  const found = queue.filter((queued) => wanted.has(indexed[index](queued)))
  followKeys(
    outbox,
    found.map(({ seq }) => seq),
  )
  return found
}

/** @param queue in its order */
function pendingOf(queue: readonly Queued[], waiting: readonly WaitingDeletion[]): Pending {
  const byAggregate = new Map<string, Mutation[]>()
  for (const { aggregateId, mutation } of queue) {
    const mutations = byAggregate.get(aggregateId)
    if (mutations === undefined) byAggregate.set(aggregateId, [mutation])
    else mutations.push(mutation)
  }
  return { byAggregate, hidden: new Set(waiting.map(({ entryId }) => entryId)) }
}

export type Names = ReadonlyMap<PartnerId, string>

/** Each person's profile name. */
export async function readNames(database: ReplicaDatabase): Promise<Names> {
  const profiles = await database.profiles.toArray()
  return new Map(profiles.map((profile) => [profile.id, profile.name]))
}

interface Dated {
  readonly id: string
  readonly createdAt: string
}

/** Oldest first. Instants have one fixed width, so string order is time order. */
export function byCreation(one: Dated, other: Dated): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
