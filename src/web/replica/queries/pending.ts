import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { entryKeysScope } from '../copy/entry-keys.ts'
import type { Queued, WaitingDeletion } from '../copy/stored-rows.ts'
import { followKeys, readUnfollowed } from './follow.ts'
import type { Mutation, MutationName } from '../mutations/registry.ts'

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
 * The pending mutations of some kinds, in their order. A live query that reads these alone does not
 * run again for writes of other kinds.
 */
export async function readMutations(
  { outbox }: ReplicaDatabase,
  actions: readonly MutationName[],
): Promise<readonly Mutation[]> {
  const queues = await Promise.all(
    actions.map(async (action) => outbox.where('mutation.action').equals(action).toArray()),
  )
  return queues
    .flat()
    .sort((one, other) => one.seq - other.seq)
    .map(({ mutation }) => mutation)
}

/**
 * What is pending about these entries alone. A live query that reads this does not run again for others. Call it in
 * `inReadTransaction`.
 */
export async function readPendingAbout(
  { outbox, deletions }: ReplicaDatabase,
  ids: readonly EntryId[],
): Promise<Pending> {
  const [queue, waiting] = await Promise.all([
    readUnfollowed<Queued>(outbox),
    readUnfollowed<WaitingDeletion>(deletions),
    followKeys(outbox, ids, 'aggregateId'),
    followKeys(deletions, ids),
  ])
  const wanted = new Set<string>(ids)
  const about = queue.filter(({ aggregateId }) => wanted.has(aggregateId))
  await followKeys(
    outbox,
    about.map(({ seq }) => seq),
  )
  return pendingOf(
    about,
    waiting.filter(({ entryId }) => wanted.has(entryId)),
  )
}

/** Reads the outbox and the waiting deletions. */
export async function readPending(database: ReplicaDatabase): Promise<Pending> {
  const [queue, deletions] = await Promise.all([
    database.outbox.orderBy('seq').toArray(),
    database.deletions.toArray(),
  ])
  return pendingOf(queue, deletions)
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
