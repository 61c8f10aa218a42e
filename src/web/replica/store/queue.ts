import { newId } from '../../../domain/ids.ts'
import { inOrder } from '../memory/pending.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { insertedIdOf, type Mutation } from '../mutations/registry.ts'

/** Everything that waits to be sent, in the order of sending. */
export function queueOf(rows: Pick<Transaction, 'all'>): readonly Queued[] {
  return inOrder(rows.all('outbox'))
}

/** True where a row with this id waits to be inserted. */
export function isInsertQueued(rows: Pick<Transaction, 'all'>, id: string): boolean {
  return rows.all('outbox').some(({ mutation }) => insertedIdOf(mutation) === id)
}

/**
 * Puts a mutation at the end of the outbox.
 *
 * @param queuedAt milliseconds of the device's clock
 */
export function enqueue(rows: Transaction, mutation: Mutation, queuedAt: number): void {
  const seq = (queueOf(rows).at(-1)?.seq ?? 0) + 1
  rows.put('outbox', { id: newId(), seq, queuedAt, mutation })
}
