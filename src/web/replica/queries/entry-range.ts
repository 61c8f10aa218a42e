import type { Table } from 'dexie'
import type { Entry } from '../../../domain/entry.ts'
import { hasTimeFilter, type EntryFilter } from '../../../domain/filter.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { hasEntryKeys } from '../copy/entry-keys.ts'
import type { EntryKeys } from '../copy/stored-rows.ts'
import type { EntryKey } from './shown.ts'

/** A way through the entries in the order of the list. */
export interface EntryRange {
  readonly database: ReplicaDatabase
  readonly table: Table<Entry | EntryKeys, string>
  /** Ends with `createdAt` and `id`. */
  readonly index: string
  /** The values of the index before these two. */
  readonly prefix: readonly unknown[]
}

/** Some entries in the order of reading. */
export interface Batch {
  readonly entries: readonly Entry[]
  /** The key to go on from; `undefined` at the end. */
  readonly last: EntryKey | undefined
}

/** The range that holds all that a filter can match, and as little else as any index allows. */
export async function entryRange(
  database: ReplicaDatabase,
  filter: EntryFilter,
  me: PartnerId,
): Promise<EntryRange> {
  const { completion, creator } = filter
  if ((completion !== 'all' || creator !== 'all') && (await hasEntryKeys(database))) {
    const keys = { database, table: database.table<EntryKeys, string>('entryKeys') }
    if (completion !== 'all')
      return {
        ...keys,
        index: '[doneKey+createdAt+id]',
        prefix: [completion === 'completed' ? 1 : 0],
      }
    const person = creator === 'mine' ? me : await onlyOther(database, me)
    if (person !== undefined) return { ...keys, index: '[userId+createdAt+id]', prefix: [person] }
  }
  const rows = { database, table: database.table<Entry, string>('entries') }
  const hasTime = hasTimeFilter(filter.category) && filter.ideasTime !== 'all'
  const category = hasTime ? 'ideen' : filter.category
  if (category === null) return { ...rows, index: '[createdAt+id]', prefix: [] }
  return { ...rows, index: '[category+createdAt+id]', prefix: [category] }
}

async function onlyOther(database: ReplicaDatabase, me: PartnerId): Promise<PartnerId | undefined> {
  const others = (await database.profiles.toArray()).filter(({ id }) => id !== me)
  return others.length === 1 ? others[0]?.id : undefined
}

/** Older entries than this key, or than none, newest first. */
export async function readOlder(
  range: EntryRange,
  key: EntryKey | undefined,
  size: number,
): Promise<Batch> {
  const older = between(range, start, key === undefined ? end : [key.createdAt, key.id])
  // oxlint-disable-next-line no-array-reverse -- a database query, no array
  return batchOf(range, await older.reverse().limit(size).toArray(), size)
}

/** Newer entries than this key, oldest first. */
export async function readNewer(range: EntryRange, key: EntryKey, size: number): Promise<Batch> {
  const newer = between(range, [key.createdAt, key.id], end)
  return batchOf(range, await newer.limit(size).toArray(), size)
}

/** How many entries of the range are newer than this key. */
export async function countNewer(range: EntryRange, key: EntryKey): Promise<number> {
  return between(range, [key.createdAt, key.id], end).count()
}

/** Before and after every key. */
const start = ['', '']
const end = ['\uffff', '\uffff']

function between(
  { table, index, prefix }: EntryRange,
  lower: readonly string[],
  upper: readonly string[],
) {
  return table.where(index).between([...prefix, ...lower], [...prefix, ...upper], false, false)
}

async function batchOf(
  { database, table }: EntryRange,
  rows: readonly (Entry | EntryKeys)[],
  size: number,
): Promise<Batch> {
  const last = rows.length < size ? undefined : rows.at(-1)
  if (table.name === 'entries') return { entries: rows as readonly Entry[], last }
  const entries = await database.entries.bulkGet(rows.map(({ id }) => id))
  return { entries: entries.filter((entry) => entry !== undefined), last }
}
