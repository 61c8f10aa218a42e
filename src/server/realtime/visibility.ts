import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'

/** How long a transaction that is still open may hold up the events, in ms. */
const timeoutMs = 250
const pollMs = 2

/**
 * Resolves once every transaction that was open at the call has ended; `false` if one did not in time.
 *
 * The log sender may hand out a commit a moment before other transactions see it (the record is
 * flushed first, then the transaction leaves the list of running ones). A select in that moment
 * misses an insert and returns the old version of an update: seen in one of several hundred changes
 * on a busy machine. The lock on a transaction's own id is released after that moment.
 */
export async function untilVisible(owner: postgres.Sql): Promise<boolean> {
  const open = new Set(await openTransactions(owner))
  const end = performance.now() + timeoutMs
  while (open.size > 0) {
    if (performance.now() > end) return false
    await pause(pollMs)
    const still = new Set(await openTransactions(owner))
    for (const id of open) if (!still.has(id)) open.delete(id)
  }
  return true
}

async function openTransactions(owner: postgres.Sql): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`
    select transactionid::text as id from pg_catalog.pg_locks
     where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted`
  return rows.map(({ id }) => id)
}
