import type { ReplicaDatabase } from './database.ts'

/**
 * A row among the leases that says: the person has signed out, and this copy must not be shown. It lies
 * in the copy itself, because a killed browser forgets what localStorage held last.
 */
const mark = { name: 'wipe', owner: 'signed-out' }
/** Milliseconds for which a tab of an earlier version takes the row for a sign-out. */
const validity = 60_000

/**
 * Deletes a copy because its person signed out; open tabs let it go (D25). A frozen tab holds up the
 * deletion, but not that the copy is marked and emptied. Needs a strictly written database.
 */
export async function wipe(database: ReplicaDatabase, now: number): Promise<void> {
  // Where it cannot be marked (a full device), other tabs keep theirs until they hear of it.
  await database.leases.put({ ...mark, until: now + validity }).catch(() => undefined)
  const contents = database.tables.filter(({ name }) => name !== database.leases.name)
  await database
    .transaction('rw', contents, async () => {
      await Promise.all(contents.map(async (table) => table.clear()))
    })
    .catch(() => undefined)
  await database.delete()
}

/**
 * True for a copy whose person has signed out; its deletion may be under way or was interrupted. A tab of an
 * earlier version marks it for a minute only.
 */
export async function isMarkedForWipe(database: ReplicaDatabase, now: number): Promise<boolean> {
  const lease = await database.leases.get(mark.name).catch(() => undefined)
  return lease !== undefined && (lease.owner === mark.owner || lease.until > now)
}

/** The person has signed in again, and the copy could not be deleted: it is theirs. */
export async function unmarkForWipe(database: ReplicaDatabase): Promise<void> {
  await database.leases.delete(mark.name)
}
