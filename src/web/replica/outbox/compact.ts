import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { aggregateIdOf, kindOf, type Mutation } from '../mutations/registry.ts'
import { queueOf } from '../store/queue.ts'
import { changesRows } from './outbox.ts'

/**
 * Merges what waits to be sent, as far as nothing of it may have been carried out: of several texts the last is
 * sent, of what was written and deleted nothing. Only who has the right to send may call it: another tab could be
 * sending what it changes.
 */
export function compact(rows: Transaction): void {
  const { me } = rows
  const before = queueOf(rows)
  const after = before.reduce<readonly Queued[]>(
    (queue, queued) => (queued.isInFlight ? [...queue, queued] : added(queue, queued)),
    [],
  )
  const left = new Map(after.map((queued) => [queued.id, queued]))
  for (const queued of before) {
    const kept = left.get(queued.id)
    if (kept === undefined) rows.remove('outbox', queued.id)
    else if (kept !== queued) rows.put('outbox', kept)
  }

  function added(queue: readonly Queued[], queued: Queued): readonly Queued[] {
    const { mutation } = queued
    const about = queue.filter((one) => aggregateIdOf(one.mutation) === aggregateIdOf(mutation))
    const kind = kindOf(mutation)
    if (kind.deletesAggregate) return withDeletion(queue, queued, about)
    const earlier = about.findLast((one) => kind.merge?.(one.mutation, mutation, me) !== undefined)
    const merged = earlier && kind.merge?.(earlier.mutation, mutation, me)
    if (earlier === undefined || merged === undefined) return [...queue, queued]
    if (!earlier.isInFlight) {
      const others = about.filter((one) => one !== earlier)
      // Back to what was there before: nothing is left to send.
      if (!changesRows(rows, merged, others)) return without(queue, [earlier])
      return queue.map((one) => (one === earlier ? { ...earlier, mutation: merged } : one))
    }
    // Of one that was parked nothing is on its way any more.
    const isReplaced = earlier.trouble?.kind === 'set-aside' && merged === mutation
    return [...(isReplaced ? without(queue, [earlier]) : queue), queued]
  }
}

/**
 * A mutation that was never handed to the network disappears without a trace, so that a text that was written and
 * deleted offline never reaches the partner. An insert whose id must stay known is sent and deleted all the same
 * (D13). Where the first of the aggregate's mutations was parked, the deletion takes the place of all of them.
 */
function withDeletion(
  queue: readonly Queued[],
  deletion: Queued,
  about: readonly Queued[],
): readonly Queued[] {
  const insert = about.find(({ mutation }) => isInsertOf(mutation, deletion.mutation))
  const mustBeSent =
    insert !== undefined && kindOf(insert.mutation).keepId?.(insert.mutation) === true
  if (insert !== undefined && !mustBeSent && !insert.isInFlight) return without(queue, about)
  if (about[0]?.trouble?.kind === 'set-aside' && !mustBeSent)
    return [...without(queue, about), deletion]
  if (about.some(({ mutation }) => mutation.action === deletion.mutation.action)) return queue
  return [...queue, deletion]
}

function without(queue: readonly Queued[], gone: readonly Queued[]): readonly Queued[] {
  return queue.filter((one) => !gone.includes(one))
}

/** True for the insert of the very row that the deletion is about. */
function isInsertOf(mutation: Mutation, deletion: Mutation): boolean {
  const kind = kindOf(mutation)
  return kind.insertedId !== undefined && kind.table === kindOf(deletion).table
}
