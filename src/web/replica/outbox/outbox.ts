import { v4 } from 'uuid'

import type { ReplicaDatabase } from '../copy/database.ts'
import type { Queued } from '../copy/stored-rows.ts'
import { aggregateIdOf, type Mutation } from '../mutations/registry.ts'
import { nextOf } from './trouble.ts'

/** The tables every function here writes; name them in the surrounding transaction. */
export function outboxScope({ outbox, inFlight }: ReplicaDatabase) {
  return [outbox, inFlight]
}

/**
 * Puts a mutation at the end of the outbox. Call it inside a transaction over `outboxScope`.
 *
 * @param queuedAt milliseconds of the device's clock
 * @param isSenderReady true where the sender of this tab can send it as soon as it is stored: as the
 *   first in the outbox it is marked at once
 * @returns the mutation where it was marked
 */
export async function enqueue(
  { outbox, inFlight }: ReplicaDatabase,
  mutation: Mutation,
  queuedAt: number,
  isSenderReady = false,
): Promise<Queued | undefined> {
  const isFirst = isSenderReady && (await outbox.count()) === 0
  const queued = { id: v4(), aggregateId: aggregateIdOf(mutation), queuedAt, mutation }
  const [seq] = await Promise.all([
    outbox.add(queued),
    isFirst ? inFlight.add({ id: queued.id }) : undefined,
  ])
  return isFirst ? { ...queued, seq } : undefined
}

/** Removes mutations that were sent or need not be. Call it inside a transaction over `outboxScope`. */
export async function removeQueued(
  { outbox, inFlight }: ReplicaDatabase,
  queued: readonly Queued[],
): Promise<void> {
  await Promise.all([
    outbox.bulkDelete(queued.map(({ seq }) => seq)),
    inFlight.bulkDelete(queued.map(({ id }) => id)),
  ])
}

/** The queued mutations of one aggregate, in the order of sending. */
export async function queuedOf(
  { outbox }: ReplicaDatabase,
  aggregateId: string,
): Promise<Queued[]> {
  return outbox.where('aggregateId').equals(aggregateId).sortBy('seq')
}

/** True once a mutation may have been carried out: then it is only sent again, never changed. */
export async function isInFlight({ inFlight }: ReplicaDatabase, { id }: Queued): Promise<boolean> {
  return (await inFlight.get(id)) !== undefined
}

/**
 * Marks the mutation to be sent next as handed to the network and returns it as it is then;
 * `undefined` where there is none to send. From here on nothing changes it or takes it back.
 */
export async function markInFlight(database: ReplicaDatabase): Promise<Queued | undefined> {
  for (;;) {
    const next = await readNext(database)
    if (next === undefined || next.isMarked) return next?.queued
    const { id, seq } = next.queued
    // A transaction over the outbox would wait for the reads of all screens, so the mark has one of
    // its own. A write that sees no mark has ended before the second one, which reads its result.
    const [, marked] = await Promise.all([
      database.inFlight.put({ id }),
      database.transaction('r', outboxScope(database), async () =>
        (await isInFlight(database, next.queued)) ? database.outbox.get(seq) : undefined,
      ),
    ])
    if (marked !== undefined) return marked
    // It was taken back meanwhile.
    await database.inFlight.delete(id)
  }
}

async function readNext(database: ReplicaDatabase) {
  return database.transaction('r', outboxScope(database), async () => {
    const { outbox } = database
    const first = await outbox.orderBy('seq').first()
    const queued =
      first?.trouble === undefined ? first : nextOf(await outbox.orderBy('seq').toArray())
    return queued && { queued, isMarked: await isInFlight(database, queued) }
  })
}
