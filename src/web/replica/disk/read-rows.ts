import type { Entry } from '../../../domain/entry.ts'
import { instantFromMilliseconds, millisecondsOf, type EntryId } from '../../../domain/ids.ts'
import type { StoryLink } from '../../../domain/table-schemas.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../../domain/journal-day.ts'
import { memoryDaysOn } from '../../../domain/memory-days.ts'
import {
  cardTables,
  largeTables,
  tableNames,
  type CardTable,
  type LargeTable,
  type StoredRows,
  type TableName,
} from '../memory/tables.ts'
import { byEntry, byTime, type CopyDatabase } from './schema.ts'

/** Rows of some tables. */
export type ReadRows = { readonly [Name in TableName]?: readonly StoredRows[Name][] }

/** Entries that the first screen shows at most. */
const firstLength = 12
/** Rows read in one piece; a larger one would delay a key press. */
const pieceLength = 2000

/** Leaves out the rows that this app cannot use. */
export type Readable = <Name extends TableName>(
  name: Name,
  rows: readonly StoredRows[Name][],
) => readonly StoredRows[Name][]

export interface Piece {
  readonly rows: ReadRows
  /** The key after which the next piece begins. */
  readonly last: string | undefined
  /** True where there are more. */
  readonly isFull: boolean
}

/**
 * The newest entries, those that may be remembered today, the stories and ideas that these name, the reactions and
 * replies of all of them, and all rows of the small tables.
 */
export async function readFirst(
  database: CopyDatabase,
  readable: Readable,
  now: number,
): Promise<ReadRows> {
  const transaction = database.begin(tableNames)
  const small = tableNames.filter((name) => !(largeTables as readonly TableName[]).includes(name))
  const entries = transaction.objectStore('entries').index(byTime)
  const [rows, newest, oldest] = await Promise.all([
    Promise.all(small.map(async (name) => [name, await transaction.objectStore(name).getAll()])),
    newestEntries(entries.openCursor(null, 'prev')),
    entries.openCursor(),
  ])
  const read = readableOf(Object.fromEntries(rows) as ReadRows, readable)
  const [first] = readable('entries', oldest === null ? [] : [oldest.value])
  const timeZone = read.journal?.[0]?.timeZone
  const remembered =
    timeZone === undefined || first === undefined
      ? []
      : await Promise.all(
          rangesOn(now, first, timeZone).map(async (range) => entries.getAll(range)),
        )
  const found = [...newest, ...(first === undefined ? [] : [first]), ...remembered.flat()]
  const linked = await Promise.all(
    linkedTo(new Set(found.map(({ id }) => id)), read.story_links ?? []).map(async (id) =>
      entries.objectStore.get(id),
    ),
  )
  const shown = [...found, ...linked.filter((entry) => entry !== undefined)]
  const ids = shown.map(({ id }) => id)
  const large = { entries: shown, ...(await partsOf(transaction, ids)) }
  return { ...read, ...readableOf(large, readable) }
}

function readableOf(read: ReadRows, readable: Readable): ReadRows {
  const rows = Object.entries(read) as [TableName, readonly never[]][]
  return Object.fromEntries(rows.map(([name, list]) => [name, readable(name, list)]))
}

/** The stories of these ideas, and the ideas of these stories. */
function linkedTo(ids: ReadonlySet<EntryId>, links: readonly StoryLink[]): readonly EntryId[] {
  return links.flatMap(({ id, ideaId }) => [
    ...(ids.has(ideaId) ? [id] : []),
    ...(ids.has(id) ? [ideaId] : []),
  ])
}

interface Reading {
  objectStore(name: CardTable): {
    index(name: typeof byEntry): { getAll(id: EntryId): Promise<readonly unknown[]> }
  }
}

/** The rows that the cards of these entries show beside them. */
async function partsOf(reading: Reading, ids: readonly EntryId[]): Promise<ReadRows> {
  const parts = cardTables.map(async (name) => {
    const index = reading.objectStore(name).index(byEntry)
    const rows = await Promise.all(ids.map(async (id) => index.getAll(id)))
    return [name, rows.flat()]
  })
  return Object.fromEntries(await Promise.all(parts)) as ReadRows
}

interface EntryCursor {
  readonly value: Entry
  continue(): Promise<EntryCursor | null>
}

async function newestEntries(opening: Promise<EntryCursor | null>): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (let cursor = await opening; cursor !== null; cursor = await cursor.continue()) {
    found.push(cursor.value)
    if (found.length === firstLength) break
  }
  return found
}

/** The times of writing of the entries that may be remembered today. */
function rangesOn(now: number, oldest: Entry, timeZone: string): readonly IDBKeyRange[] {
  const start = (day: JournalDay) => instantFromMilliseconds(startOfDay(day, timeZone))
  const days = memoryDaysOn(dayOf(now, timeZone), dayOf(millisecondsOf(oldest.createdAt), timeZone))
  return days.map(({ first, last }) => IDBKeyRange.bound([start(first)], [start(addDays(last, 1))]))
}

/** The rows of a table after a key, in the order of keys. */
export async function readPiece(
  database: CopyDatabase,
  readable: Readable,
  name: LargeTable,
  after: string | undefined,
): Promise<Piece> {
  const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true)
  const store = database.begin([name]).objectStore(name)
  const rows = await store.getAll(range, pieceLength)
  return {
    rows: readableOf({ [name]: rows }, readable),
    last: rows.at(-1)?.id,
    isFull: rows.length === pieceLength,
  }
}

/** All rows of the large tables. */
export async function readMirrored(database: CopyDatabase, readable: Readable): Promise<ReadRows> {
  const transaction = database.begin(largeTables)
  const rows = largeTables.map(async (name) => [name, await transaction.objectStore(name).getAll()])
  return readableOf(Object.fromEntries(await Promise.all(rows)) as ReadRows, readable)
}

/** An entry with what its card shows; nothing where it is not there. */
export async function readEntry(
  database: CopyDatabase,
  readable: Readable,
  id: EntryId,
): Promise<ReadRows> {
  const transaction = database.begin(['entries', ...cardTables])
  const [entry, parts] = await Promise.all([
    transaction.objectStore('entries').get(id),
    partsOf(transaction, [id]),
  ])
  return entry === undefined ? {} : readableOf({ entries: [entry], ...parts }, readable)
}

/** The tables of what waits to be sent. */
export type QueueTable = 'outbox' | 'unsentPhotos'
export type QueueRows<Name extends QueueTable> = readonly StoredRows[Name][]

/** The writes or photos that wait, of all tabs. */
export async function readQueue<Name extends QueueTable>(
  database: CopyDatabase,
  readable: Readable,
  name: Name,
): Promise<QueueRows<Name>> {
  const rows = await database.begin([name]).objectStore(name).getAll()
  return readable(name, rows as QueueRows<Name>)
}
