import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { atOneMoment, dress, readEntries, readFeed, readNames, readPending } from './entries.ts'
import type { Connection, Journal, ShownEntry } from '../journal.ts'
import { readNews } from './news.ts'
import { overlayCustomQuotes, overlayEntry, overlayLikes } from '../mutations/optimistic.ts'
import { emptyFilter } from '../../../domain/filter.ts'
import type { Operation } from '../mutations/operation.ts'
import { readSetAside } from '../outbox/trouble.ts'

export interface ReadContext {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  /** Names this tab in table `connections`. */
  readonly tab: string
  readonly connection: () => Connection
}

type Reads = Pick<
  Journal,
  | 'profiles'
  | 'settings'
  | 'entries'
  | 'entry'
  | 'translations'
  | 'likes'
  | 'customQuotes'
  | 'news'
  | 'status'
  | 'refusals'
  | 'setAside'
>

/** The reads of the journal; every one is made to be called inside `useLive`. */
export function reads(context: ReadContext): Reads {
  const { database, me } = context
  return {
    async profiles() {
      const rows = await database.profiles.toArray()
      return rows.map(({ id, name }) => ({ id, name }))
    },
    settings: async () => database.journal.get('journal'),
    entries: async (query) => atOneMoment(database, async () => readFeed(database, query, me)),
    entry: async (id) => atOneMoment(database, async () => readEntry(context, id)),
    async translations() {
      const filter = { ...emptyFilter, category: 'uebersetzungen' } as const
      return atOneMoment(database, async () => readEntries(database, filter, me))
    },
    likes: async () => readQuotes(context, 'quote_likes', overlayLikes),
    customQuotes: async () => readQuotes(context, 'custom_quotes', overlayCustomQuotes),
    news: async () => atOneMoment(database, async () => readNews(database, me)),
    status: async () => readStatus(context),
    refusals: async () => database.refusals.toArray(),
    setAside: async () => readSetAside(database),
  }
}

async function readEntry(
  { database, me }: ReadContext,
  id: EntryId,
): Promise<ShownEntry | undefined> {
  const [pending, row, names] = await Promise.all([
    readPending(database),
    database.entries.get(id),
    readNames(database),
  ])
  const entry = overlayEntry(row, pending.bySubject.get(id) ?? [], me)
  if (entry === undefined || pending.hidden.has(id)) return undefined
  const [shown] = await dress({ database, me }, [entry], pending, names)
  return shown
}

/** The rows of a quote table with pending operations applied and the person's name joined. */
async function readQuotes<Row extends { readonly userId: PartnerId }>(
  { database, me }: ReadContext,
  table: 'quote_likes' | 'custom_quotes',
  overlay: (
    rows: readonly Row[],
    operations: readonly Operation[],
    me: PartnerId,
  ) => readonly Row[],
): Promise<readonly (Row & { readonly name: string | undefined })[]> {
  const [rows, queue, names] = await Promise.all([
    database.table<Row>(table).toArray(),
    database.outbox.orderBy('seq').toArray(),
    readNames(database),
  ])
  const operations = queue.map((queued) => queued.operation)
  return overlay(rows, operations, me).map((row) => ({ ...row, name: names.get(row.userId) }))
}

async function readStatus({ database, tab, connection }: ReadContext) {
  const [pendingCount, journal] = await Promise.all([
    database.outbox.count(),
    database.journal.get('journal'),
    // Read so that a live query runs again when this tab's connection changes.
    database.connections.get(tab),
  ])
  return { connection: connection(), pendingCount, hasData: journal !== undefined }
}
