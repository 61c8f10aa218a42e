import type { Transaction } from '../memory/transaction.ts'
import { inSendingOrder, type UnsentPhoto } from '../memory/unsent-photos.ts'
import { aggregateIdOf } from '../mutations/registry.ts'
import { queueOf } from '../store/queue.ts'
import { isDue, type Clock } from './misdated.ts'
import { nextOf } from './retry-state.ts'

/**
 * The photo to be sent next: only when no text can be sent now, and when nothing that was written about its entry waits.
 * One that the server failed on lets others go first.
 */
export function nextPhoto(
  rows: Pick<Transaction, 'all' | 'get'>,
  clock: Clock,
): UnsentPhoto | undefined {
  const queue = queueOf(rows)
  const isUntroubled = ({ trouble }: (typeof queue)[number]) => trouble === undefined
  if (nextOf(queue, (queued) => isUntroubled(queued) && isDue(queued, clock))) return undefined
  const waitingFor = new Set(queue.map(({ mutation }) => aggregateIdOf(mutation)))
  const [next] = inSendingOrder(rows.all('unsentPhotos'))
    .filter(({ problem, entryId }) => {
      const isThere = rows.get('entries', entryId) !== undefined
      const isLeaving = rows.get('deletions', entryId) !== undefined
      return problem === undefined && isThere && !isLeaving && !waitingFor.has(entryId)
    })
    .toSorted((one, other) => (one.tries ?? 0) - (other.tries ?? 0))
  return next
}
