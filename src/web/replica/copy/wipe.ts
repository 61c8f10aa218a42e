import type { ReplicaDatabase } from './database.ts'

/** A row among the leases that says to other tabs: the deletion that follows is a sign-out. */
const announcement = 'wipe'
/** Milliseconds for which an announcement counts; a sign-out that crashed must not stand for ever. */
const validity = 60_000

/** Deletes a copy because its person signed out; open tabs let it go (D25). */
export async function wipe(database: ReplicaDatabase, now: number): Promise<void> {
  // Where it cannot be announced (a full device), other tabs keep theirs until they hear of it.
  await database.leases
    .put({ name: announcement, owner: '', until: now + validity })
    .catch(() => undefined)
  await database.delete()
}

/** True when the copy that is being deleted is wiped by a wanted sign-out. */
export async function isWipeAnnounced(database: ReplicaDatabase, now: number): Promise<boolean> {
  const lease = await database.leases.get(announcement).catch(() => undefined)
  return lease !== undefined && lease.until > now
}
