import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { aggregateIdOf, kindOf } from '../mutations/registry.ts'
import { queueOf } from '../store/queue.ts'

/** Faults of the server on one write before it is parked (decision 0011). */
export const faultLimit = 5

/**
 * The mutation to send next: of each aggregate's mutations the first one, the one with the fewest faults of these,
 * and otherwise the oldest, unless another aggregate has to be sent before it. `undefined` where everything left is
 * parked, waits for what is, or must not be sent yet.
 *
 * @param queue the outbox in the order of sending
 */
export function nextOf(
  queue: readonly Queued[],
  mayBeSent: (queued: Queued) => boolean = () => true,
): Queued | undefined {
  const firsts = new Map<string, Queued>()
  for (const queued of queue) {
    const aggregateId = aggregateIdOf(queued.mutation)
    if (!firsts.has(aggregateId)) firsts.set(aggregateId, queued)
  }
  const [next] = [...firsts.values()]
    .filter(({ trouble }) => trouble?.kind !== 'set-aside' || trouble.again)
    .filter(mayBeSent)
    .filter(({ mutation }) => !firsts.has(kindOf(mutation).waitsFor?.(mutation) ?? ''))
    .toSorted((one, other) => triesOf(one) - triesOf(other))
  return next
}

function triesOf({ trouble }: Queued): number {
  if (trouble === undefined) return 0
  return trouble.kind === 'retrying' ? trouble.tries : faultLimit
}

/**
 * Counts a fault of the server on this mutation. It is parked after `faultLimit` of them, and
 * only when other writes went through meanwhile: otherwise the server fails on everything. One that
 * the server does not support is never parked: an update of the server will take it.
 */
export function recordFault(
  rows: Transaction,
  { id }: Queued,
  code: 'fault' | 'unsupported',
): void {
  const queued = rows.get('outbox', id)
  if (queued === undefined) return
  rows.put('outbox', { ...queued, trouble: worse(queued.trouble, code === 'fault') })
}

function worse(trouble: Queued['trouble'], mayPark: boolean): NonNullable<Queued['trouble']> {
  if (trouble?.kind === 'set-aside') return { ...trouble, again: false }
  const { tries = 0, overtaken = false } = trouble ?? {}
  return mayPark && overtaken && tries + 1 >= faultLimit
    ? { kind: 'set-aside', again: false }
    : { kind: 'retrying', tries: tries + 1, overtaken }
}

/** Notes on every mutation being retried that another one went through, after that one has left the outbox. */
export function noteOtherWentThrough(rows: Transaction): void {
  for (const queued of queueOf(rows))
    if (queued.trouble?.kind === 'retrying' && !queued.trouble.overtaken)
      rows.put('outbox', { ...queued, trouble: { ...queued.trouble, overtaken: true } })
}

/** Has a write that was parked, or all of them, sent once more. */
export function tryAgain(rows: Transaction, id?: string): void {
  for (const queued of queueOf(rows))
    if (queued.trouble?.kind === 'set-aside' && (id === undefined || id === queued.id))
      rows.put('outbox', { ...queued, trouble: { kind: 'set-aside', again: true } })
}
