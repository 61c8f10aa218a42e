import type { PartnerId } from '../../src/domain/ids.ts'
import type { Connection } from '../../src/web/replica/connection.ts'
import type { Journal } from '../../src/web/replica/journal.ts'
import {
  openReplica,
  unsentWork,
  wipeReplica,
  type ReplicaOptions,
} from '../../src/web/replica/replica.ts'

/** An open copy as a tab holds it, with what the shell does at leaving and signing out. */
export interface JournalSession {
  readonly journal: Journal
  connection(): Connection
  wake(): void
  unsentCount(): Promise<number>
  stop(): Promise<void>
  wipe(): Promise<void>
}

/** Opens a copy and waits for the device's storage, as the shell does. */
export async function openJournal(
  options: Omit<ReplicaOptions, 'person'> & { readonly person: { readonly id: PartnerId } },
): Promise<JournalSession> {
  const { id } = options.person
  // Memory is at hand here at once; a busy machine must not look like a device without storage.
  const replica = openReplica({ ...options, person: id, openTimeoutMs: 60_000 })
  await replica.ready
  return {
    journal: replica.journal,
    connection: () => replica.connection.current(),
    wake: () => replica.wake(),
    unsentCount: async () => (await unsentWork(id)).changes,
    stop: async () => replica.close(),
    async wipe() {
      await replica.close()
      await wipeReplica(id)
    },
  }
}
