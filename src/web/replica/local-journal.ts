import type { PartnerId } from '../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import { createDrafts } from './drafts.ts'
import { entryWrites, knowsEntry } from './entry-writes.ts'
import type { Connection, Journal } from './journal.ts'
import { quoteWrites } from './quote-writes.ts'
import { reads } from './reads.ts'
import { guarded } from './storage-error.ts'
import type { Timers } from './timers.ts'

export interface LocalJournalOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly tab: string
  readonly timers: Timers
  readonly connection: () => Connection
  /** Called as soon as a write is stored, before any screen is drawn anew. */
  readonly onWritten: () => void
}

/** The journal over an open copy; it never touches the network. */
export function createLocalJournal(options: LocalJournalOptions): Journal {
  const { database, me, tab, timers, connection, onWritten } = options
  const writes = { database, me, now: () => timers.now() }
  return {
    me,
    ...withStorageErrors(reads({ database, me, tab, connection })),
    ...withStorageErrors(entryWrites(writes), onWritten),
    ...withStorageErrors(quoteWrites(writes), onWritten),
    knowsEntry: async (id) => guarded(async () => knowsEntry(database, id)),
    acknowledge: async (refusalId) => guarded(() => database.refusals.delete(refusalId)),
    drafts: createDrafts(database),
  }
}

type Methods = Record<string, (...input: never[]) => Promise<unknown>>

/** The same methods, rejecting with `StorageError` where the device's storage fails. */
function withStorageErrors<Group extends object>(group: Group, after?: () => void): Group {
  const guardedEntries = Object.entries(group as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => {
      const value = await guarded(async () => method(...input))
      after?.()
      return value
    },
  ])
  return Object.fromEntries(guardedEntries) as Group
}
