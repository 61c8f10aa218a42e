import { deleteDB } from 'idb'
import { tableNames } from '../memory/tables.ts'
import { pictureStores, type CopyDatabase } from './schema.ts'

/**
 * A row among the leases that says: the person has signed out, and this copy must not be shown. It lies
 * in the copy itself, because a killed browser forgets what localStorage held last.
 */
const mark = { name: 'wipe', owner: 'signed-out' }
/** Milliseconds for which a tab of an earlier version takes the row for a sign-out. */
const validity = 60_000

/**
 * Deletes a copy because its person signed out; open tabs let it go (D25). A frozen tab delays the
 * deletion, but not that the copy is marked and emptied. Closes the database.
 */
export async function wipe(database: CopyDatabase, now: number): Promise<void> {
  const strict = { durability: 'strict' } as const
  const marking = database.begin(['leases'], 'readwrite', strict)
  // If it cannot be marked (a full device), other tabs keep theirs until they hear of it.
  await Promise.all([
    marking.objectStore('leases').put({ ...mark, until: now + validity }),
    marking.done,
  ]).catch(() => undefined)
  const cleared = [...tableNames, ...pictureStores]
  const clearing = database.begin(cleared, 'readwrite', strict)
  await Promise.all([
    ...cleared.map(async (name) => clearing.objectStore(name).clear()),
    clearing.done,
  ]).catch(() => undefined)
  database.close()
  await deleteDB(database.name)
}

/**
 * True for a copy whose person has signed out; its deletion may be under way or was interrupted. A tab of an
 * earlier version marks it for a minute only.
 */
export async function isMarkedForWipe(database: CopyDatabase, now: number): Promise<boolean> {
  const reading = async () => database.begin(['leases']).objectStore('leases').get(mark.name)
  const lease = await reading().catch(() => undefined)
  return lease !== undefined && (lease.owner === mark.owner || lease.until > now)
}

/** The person has signed in again, and the copy could not be deleted: it is theirs. */
export async function unmarkForWipe(database: CopyDatabase): Promise<void> {
  await database.begin(['leases'], 'readwrite').objectStore('leases').delete(mark.name)
}
