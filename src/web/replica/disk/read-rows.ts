import type { Entry } from '../../../domain/entry.ts'
import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../../domain/journal-day.ts'
import { memoryDaysOn } from '../../../domain/memory-days.ts'
import { tableNames, type StoredRows, type TableName } from '../memory/tables.ts'
import { byEntry, byTime, type CopyDatabase } from './schema.ts'

/** Rows of some tables. */
export type ReadRows = { readonly [Name in TableName]?: readonly StoredRows[Name][] }

/** Entries that the first screen shows at most. */
const firstLength = 12
/** Rows read in one piece; a larger one would delay a key press. */
const pieceLength = 2000

export interface Piece<Name extends TableName> {
  readonly rows: readonly StoredRows[Name][]
  /** True where there are more. */
  readonly isFull: boolean
}

/** The newest entries, those that may be remembered today, their reactions, and all rows of the small tables. */
export async function readFirst(database: CopyDatabase, now: number): Promise<ReadRows> {
  const transaction = database.begin(tableNames)
  const small = tableNames.filter((name) => name !== 'entries' && name !== 'reactions')
  const entries = transaction.objectStore('entries').index(byTime)
  const [rows, newest, oldest] = await Promise.all([
    Promise.all(small.map(async (name) => [name, await transaction.objectStore(name).getAll()])),
    newestEntries(entries.openCursor(null, 'prev')),
    entries.openCursor(),
  ])
  const read = Object.fromEntries(rows) as ReadRows
  const timeZone = read.journal?.[0]?.timeZone
  const remembered =
    timeZone === undefined || oldest === null
      ? []
      : await Promise.all(
          rangesOn(now, oldest.value, timeZone).map(async (range) => entries.getAll(range)),
        )
  const shown = [...newest, ...(oldest === null ? [] : [oldest.value]), ...remembered.flat()]
  const reactions = transaction.objectStore('reactions').index(byEntry)
  const theirs = await Promise.all(shown.map(async ({ id }) => reactions.getAll(id)))
  return { ...read, entries: shown, reactions: theirs.flat() }
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

/** When what may be remembered today was written. */
function rangesOn(now: number, oldest: Entry, timeZone: string): readonly IDBKeyRange[] {
  const start = (day: JournalDay) => instantFromMilliseconds(startOfDay(day, timeZone))
  const days = memoryDaysOn(dayOf(now, timeZone), dayOf(millisecondsOf(oldest.createdAt), timeZone))
  return days.map(({ first, last }) => IDBKeyRange.bound([start(first)], [start(addDays(last, 1))]))
}

/** The rows of a table after a key, in the order of keys. */
export async function readPiece<Name extends 'entries' | 'reactions'>(
  database: CopyDatabase,
  name: Name,
  after: string | undefined,
): Promise<Piece<Name>> {
  const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true)
  const store = database.begin([name]).objectStore(name)
  const rows = (await store.getAll(range, pieceLength)) as StoredRows[Name][]
  return { rows, isFull: rows.length === pieceLength }
}
