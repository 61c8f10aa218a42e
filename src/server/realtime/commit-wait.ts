import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'

/** How long a transaction may take from its commit in the log to its end, in ms. */
const timeoutMs = 250
const pollMs = 2

/**
 * Resolves once what these transactions wrote can be selected; `false` if not in time.
 *
 * The log sender may hand out a commit a moment before other transactions see it (the record is
 * flushed first, then the transaction leaves the list of running ones). A select in that moment
 * misses an insert and returns the old version of an update: seen in one of several hundred changes
 * on a busy machine. The lock on a transaction's own id is released after that moment.
 */
export async function waitForCommits(
  owner: Pool,
  transactions: readonly number[],
): Promise<boolean> {
  const ids = transactions.map(String)
  const end = performance.now() + timeoutMs
  for (;;) {
    const open = await owner.query(sql`
      select from pg_catalog.pg_locks
       where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted
         and transactionid::text = any(${ids})`)
    if (open.length === 0) return true
    if (performance.now() > end) return false
    await pause(pollMs)
  }
}
