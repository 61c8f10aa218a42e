import type { PartnerId } from '../../domain/ids.ts'
import type { ReplicaDatabase } from './copy/database.ts'
import { createDrafts } from './copy/drafts.ts'
import { entryWrites, knowsEntry } from './outbox/entry-writes.ts'
import type { Connection, Journal } from './journal.ts'
import { quoteWrites } from './outbox/quote-writes.ts'
import type { SenderNow } from './outbox/outbox.ts'
import { reads } from './queries/queries.ts'
import { guarded } from './copy/storage-error.ts'
import { createTabPresence } from './copy/tab-presence.ts'
import type { Timers } from '../browser/timers.ts'
import { tryAgain } from './outbox/trouble.ts'

export interface LocalJournalOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly tab: string
  readonly timers: Timers
  readonly connection: () => Connection
  /** Sends what is written here. */
  readonly sender: SenderNow
}

/** The journal over an open copy; it never touches the network. */
export function createLocalJournal(options: LocalJournalOptions): Journal {
  const { database, me, tab, timers, connection, sender } = options
  const writes = { database, me, now: () => timers.now(), sender }
  return {
    me,
    ...withStorageErrors(reads({ database, me, tab, connection })),
    ...withStorageErrors(entryWrites(writes), sender),
    ...withStorageErrors(quoteWrites(writes), sender),
    ...withStorageErrors({ tryAgain: async (id: number) => tryAgain(database, id) }, sender),
    knowsEntry: async (id) => guarded(async () => knowsEntry(database, id)),
    acknowledge: async (refusalId) => guarded(() => database.refusals.delete(refusalId)),
    drafts: createDrafts({
      run: async (work) => work(database),
      tab,
      presence: createTabPresence(database.name, tab, timers),
    }),
  }
}

type Methods = Record<string, (...input: never[]) => Promise<unknown>>

/**
 * The same methods, rejecting with `StorageError` where the device's storage fails. Around a write
 * the sender is told, so that it is ready by the time there is something to send.
 */
function withStorageErrors<Group extends object>(group: Group, sender?: SenderNow): Group {
  const guardedEntries = Object.entries(group as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => {
      const done = sender?.()?.prepare()
      try {
        return await guarded(async () => method(...input))
      } finally {
        done?.()
      }
    },
  ])
  return Object.fromEntries(guardedEntries) as Group
}
