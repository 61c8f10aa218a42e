import type { EntryId, Instant, ReplyId } from '../../../domain/ids.ts'
import type { SeenReplies } from '../../backend/calls.ts'
import type { Transaction } from '../memory/transaction.ts'
import { queuedOf } from './outbox.ts'

/** A deletion has at most 64 kB; one that would name more says nothing, and knew all. */
const mostNamed = 500

/**
 * The replies to an entry that this device has, each with its version. Of what waits to be sent the server's version
 * is not known yet: any is this device's own.
 */
export function repliesHere(rows: Transaction, entryId: EntryId): SeenReplies | undefined {
  const held = rows.ofEntry('replies', entryId).map(({ id, updatedAt }) => [id, updatedAt] as const)
  const waiting = queuedOf(rows, entryId).flatMap(({ mutation }) =>
    'replyId' in mutation ? [[mutation.replyId, null] as const] : [],
  )
  const known = new Map<ReplyId, Instant | null>([...held, ...waiting])
  return known.size > mostNamed ? undefined : Object.fromEntries(known)
}
