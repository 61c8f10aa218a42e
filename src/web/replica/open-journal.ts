import type { PartnerId } from '../../domain/ids.ts'
import type { Journal } from './journal.ts'
import { openReplica, unsentCount, wipeReplica, type ReplicaOptions } from './replica.ts'

export interface OpenJournalOptions extends Omit<ReplicaOptions, 'person'> {
  readonly person: { readonly id: PartnerId }
}

/** An open copy that is kept in step with the server. */
export interface JournalSession {
  readonly journal: Journal
  /** Asks the server again now and sends what waits. */
  wake(): void
  /** Operations and deletions that the server has not confirmed; ask before signing out. */
  unsentCount(): Promise<number>
  /** Stops syncing and closes; everything stored stays. */
  stop(): Promise<void>
  /** Stops and deletes this person's copy, unsent work included (D25): a wanted sign-out only. */
  wipe(): Promise<void>
}

/**
 * Opens a journal and waits for the device's storage; see `openReplica`.
 *
 * @throws StorageError when the device offers no usable storage
 */
export async function openJournal(options: OpenJournalOptions): Promise<JournalSession> {
  const { id } = options.person
  const replica = openReplica({ ...options, person: id })
  await replica.ready
  return {
    journal: replica.journal,
    wake: () => replica.wake(),
    unsentCount: async () => unsentCount(id),
    stop: async () => replica.close(),
    async wipe() {
      await replica.close()
      await wipeReplica(id)
    },
  }
}
