import type { PartnerId } from '../../src/domain/ids.ts'
import type { Connection } from '../../src/web/replica/connection.ts'
import { wipeReplica } from '../../src/web/replica/device-copies.ts'
import type { Journal, JournalState } from '../../src/web/replica/journal.ts'
import type { RowReader } from '../../src/web/replica/memory/journal-rows.ts'
import { detailsIn, shownEntry } from '../../src/web/replica/questions/entry-details.ts'
import { customQuotesOf, likesOf } from '../../src/web/replica/questions/quotes.ts'
import { syncStatusOf } from '../../src/web/replica/questions/sync-status.ts'
import { openReplica, type Replica, type ReplicaOptions } from '../../src/web/replica/replica.ts'

/** The journal with what its screens would show now. */
export type ShownJournal = Journal & ReturnType<typeof screensOf>

/** An open copy as a tab holds it, with what the shell does at leaving and signing out. */
export interface JournalSession {
  readonly journal: ShownJournal
  readonly lost: Replica['lost']
  /** The state that its screens show. */
  state(): JournalState
  connection(): Connection
  wake(): void
  unsentCount(): number
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
  const state = () => replica.memory.state()
  return {
    journal: Object.assign(replica.journal, screensOf(state, replica.journal.rows)),
    lost: replica.lost,
    state,
    connection: () => replica.connection.current(),
    wake: () => replica.wake(),
    unsentCount: () => state().queue.length + state().waitingDeletions.size,
    stop: async () => replica.close(),
    async wipe() {
      await replica.close()
      await wipeReplica(id)
    },
  }
}

function screensOf(state: () => JournalState, rows: RowReader) {
  return {
    status: () => syncStatusOf(state()),
    refusals: () => state().rejections,
    likes: () => likesOf(state()),
    customQuotes: () => customQuotesOf(state()),
    entries: () =>
      state().entries.list.flatMap(({ id }) => {
        const entry = rows.get('entries', id)
        return entry === undefined ? [] : shownEntry(entry, detailsIn(state(), rows, id))
      }),
  }
}
