import { emptyFilter } from '../../../domain/filter.ts'
import type { EntryFilter } from '../../../domain/filter.ts'
import {
  instantFromMilliseconds,
  type EntryId,
  type Instant,
  type PartnerId,
} from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { readAllReactions } from './details.ts'
import { readDeviceCopy } from './device-copy.ts'
import { readAnyBefore, readEntries, readEntry, readFeed, readPlaceBefore } from './entries.ts'
import { readMemories, readMemoryMarks } from './memories.ts'
import { readNews, readNewsCount } from './news.ts'
import { inReadTransaction } from './pending.ts'
import { readQuotes } from './quotes.ts'
import { setAsideOf } from './set-aside.ts'
import type { EntryKey, EntryQuery, EntrySelection, SyncStatus } from './shown.ts'

/** Everything screens ask of a copy; each query is made to be called inside `useLive`. */
export function createQueries(database: ReplicaDatabase, me: PartnerId) {
  const words: EntryFilter = { ...emptyFilter, category: 'uebersetzungen' }
  return {
    async profiles() {
      const rows = await database.profiles.toArray()
      return rows.map(({ id, name }) => ({ id, name }))
    },
    settings: async () => database.journal.get('journal'),
    entries: async (query: EntryQuery) =>
      inReadTransaction(database, async () => readFeed(database, query, me)),
    storedReactions: async () => readAllReactions(database, me),
    placeBefore: async (selection: EntrySelection, key: EntryKey, distance: number) =>
      inReadTransaction(database, async () =>
        readPlaceBefore(database, { ...selection, key, distance }, me),
      ),
    entry: async (id: EntryId) =>
      inReadTransaction(database, async () => readEntry(database, id, me)),
    anyBefore: async (before: Instant, share: number) => readAnyBefore(database, before, share),
    memories: async (now: number, chosen: number) =>
      inReadTransaction(database, async () => readMemories(database, me, now, chosen)),
    memoryMarks: async () => inReadTransaction(database, async () => readMemoryMarks(database, me)),
    translations: async () =>
      inReadTransaction(database, async () => readEntries(database, words, me)),
    likes: async () => readQuotes(database, 'quote_likes', me),
    customQuotes: async () => readQuotes(database, 'custom_quotes', me),
    newsCount: async () => inReadTransaction(database, async () => readNewsCount(database, me)),
    news: async (lines: number) =>
      inReadTransaction(database, async () => readNews(database, me, lines)),
    status: async () => readStatus(database),
    deviceCopy: async () => readDeviceCopy(database),
    refusals: async () => database.refusals.toArray(),
  }
}

async function readStatus(database: ReplicaDatabase): Promise<SyncStatus> {
  const { outbox } = database
  const [queue, journal] = await database.transaction('r', [outbox, database.journal], async () =>
    Promise.all([outbox.orderBy('seq').toArray(), database.journal.get('journal')]),
  )
  const queuedAt = queue.find(({ mutation }) => mutation.action !== 'last-look')?.queuedAt
  return {
    pendingCount: queue.length,
    oldest:
      queuedAt === undefined || journal === undefined
        ? undefined
        : { at: instantFromMilliseconds(queuedAt), timeZone: journal.timeZone },
    setAside: setAsideOf(queue),
    hasData: journal !== undefined,
  }
}
