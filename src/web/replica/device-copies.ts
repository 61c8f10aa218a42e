import type { PartnerId } from '../../domain/ids.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { systemTimers } from '../browser/timers.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { openDatabase } from './disk/open-database.ts'
import type { CopyDatabase } from './disk/schema.ts'
import { storageFaultOf } from './disk/storage-error.ts'
import { unmarkForWipe, wipe } from './disk/wipe.ts'
import { DraftMirror } from './drafts/draft-mirror.ts'
import type { Unsent } from './journal.ts'
import { unsentIn } from './questions/sync-status.ts'
import { forgetUnstored, unstoredMemory } from './store/store.ts'

/** Milliseconds that signing in and out wait for a device's storage. */
const answerTimeoutMs = 2000
const nothing: Unsent = { changes: 0, drafts: 0, photos: 0, lost: 0 }

/** The tables of this device's own work of which the rows are counted as they are. */
const counted = ['outbox', 'deletions', 'unsentPhotos', 'lostRows'] as const

/**
 * The work of this person that is on this device and not on the server. A device that cannot be read holds nothing
 * that could be asked about.
 */
export async function unsentWork(person: PartnerId): Promise<Unsent> {
  const memory = unstoredMemory(person)
  if (memory !== undefined) return unsentIn(memory.state())
  const mirror = new DraftMirror(person, localSiteStorage)
  const counting = withDatabase(person, async (database) => {
    const transaction = database.begin([...counted, 'drafts'])
    const [drafts, queued = 0, waiting = 0, photos = 0, lost = 0] = await Promise.all([
      transaction.objectStore('drafts').getAllKeys(),
      ...counted.map(async (name) => transaction.objectStore(name).count()),
    ])
    const kept = mirror.countBeside(new Set(drafts))
    return { changes: queued + waiting, drafts: drafts.length + kept, photos, lost }
  })
  return withTimeout(answerTimeoutMs, counting).catch(() => nothing)
}

/** Deletes this person's copy, outbox and drafts from this device: for a wanted sign-out (D25). */
export async function wipeReplica(person: PartnerId): Promise<void> {
  new DraftMirror(person, localSiteStorage).wipe()
  const wiping = withDatabase(person, async (database) => wipe(database, systemTimers.now()))
  try {
    await withTimeout(answerTimeoutMs, wiping)
  } catch (cause) {
    // Else there is none.
    if (storageFaultOf(cause) !== 'closed') throw cause
  } finally {
    // Last: an open page takes the deletion for a fault where a full device could not be marked.
    forgetUnstored(person)
  }
}

/** A copy that a sign-out could not delete is the person's again, who has signed in. Never fails. */
export async function reuseReplica(person: PartnerId): Promise<void> {
  const work = withDatabase(person, unmarkForWipe)
  await withTimeout(answerTimeoutMs, work).catch(() => undefined)
}

/** Rejects with `StorageError` where there is none. */
async function withDatabase<Value>(
  person: PartnerId,
  work: (database: CopyDatabase) => Promise<Value>,
): Promise<Value> {
  const database = await openDatabase(person, { mayCreate: false })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
