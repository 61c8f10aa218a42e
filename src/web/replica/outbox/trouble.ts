import type { ReplicaDatabase } from '../copy/database.ts'
import type { Queued } from '../copy/stored-rows.ts'

/** Faults of the server on one write before it is set aside (decision 0011). */
export const faultLimit = 5

/**
 * The mutation to send next: of each aggregate's mutations the first one, the least troubled of these,
 * and otherwise the oldest. `undefined` where everything left is set aside or waits for what is.
 *
 * @param queue the outbox in the order of `seq`
 */
export function nextOf(queue: readonly Queued[]): Queued | undefined {
  const firsts = new Map<string, Queued>()
  for (const queued of queue)
    if (!firsts.has(queued.aggregateId)) firsts.set(queued.aggregateId, queued)
  const [next] = [...firsts.values()]
    .filter(({ trouble }) => trouble?.kind !== 'set-aside' || trouble.again)
    .toSorted((one, other) => triesOf(one) - triesOf(other))
  return next
}

function triesOf({ trouble }: Queued): number {
  if (trouble === undefined) return 0
  return trouble.kind === 'retrying' ? trouble.tries : faultLimit
}

/**
 * Counts a fault of the server on this mutation. It is set aside after `faultLimit` of them, and
 * only when other writes went through meanwhile: otherwise the server fails on everything.
 */
export async function recordFault(database: ReplicaDatabase, { seq }: Queued): Promise<void> {
  await database.transaction('rw', database.outbox, async () => {
    const queued = await database.outbox.get(seq)
    if (queued === undefined) return
    await database.outbox.put({ ...queued, trouble: worse(queued.trouble) })
  })
}

function worse(trouble: Queued['trouble']): NonNullable<Queued['trouble']> {
  if (trouble?.kind === 'set-aside') return { ...trouble, again: false }
  const { tries = 0, overtaken = false } = trouble ?? {}
  return overtaken && tries + 1 >= faultLimit
    ? { kind: 'set-aside', again: false }
    : { kind: 'retrying', tries: tries + 1, overtaken }
}

/**
 * Notes on every mutation being retried that another one went through. Call it inside a
 * transaction over `outbox`, after that one has left it.
 */
export async function noteOvertaking(database: ReplicaDatabase): Promise<void> {
  const first = await database.outbox.orderBy('seq').first()
  // The oldest is overtaken only while it is troubled itself, so it tells whether any other can be.
  if (first?.trouble === undefined) return
  const queue = await database.outbox.toArray()
  const overtaken = queue.flatMap((queued) =>
    queued.trouble?.kind === 'retrying' && !queued.trouble.overtaken
      ? [{ ...queued, trouble: { ...queued.trouble, overtaken: true } }]
      : [],
  )
  await database.outbox.bulkPut(overtaken)
}

/** Has a write that was set aside, or all of them, sent once more. */
export async function tryAgain(database: ReplicaDatabase, id?: number): Promise<void> {
  await database.transaction('rw', database.outbox, async () => {
    const queue = await database.outbox.toArray()
    const wanted = queue.filter(
      ({ seq, trouble }) => trouble?.kind === 'set-aside' && (id === undefined || id === seq),
    )
    await database.outbox.bulkPut(
      wanted.map((queued) => ({ ...queued, trouble: { kind: 'set-aside', again: true } })),
    )
  })
}
