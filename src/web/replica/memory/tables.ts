import type { EntryId, Instant } from '../../../domain/ids.ts'
import {
  isPart,
  partTables,
  tables,
  tablesWith,
  type PartTable,
  type SyncedTable,
} from '../../../domain/journal-tables.ts'
import { entriesOf, type RowOf, type Rows } from '../../../domain/table-schemas.ts'
import type {
  Draft,
  LostRow,
  SeenId,
  Progress,
  Queued,
  Rejection,
  SentEdit,
  SentReply,
  StoredJournal,
  Tombstone,
  WaitingDeletion,
} from './stored-rows.ts'
import type { UnsentPhoto } from './unsent-photos.ts'

/** The rows of each table that a device holds. */
export interface StoredRows extends Pick<Rows, MirrorTable> {
  journal: StoredJournal
  progress: Progress
  tombstones: Tombstone
  sentEdits: SentEdit | SentReply
  /** Ids that are never used again; a store on devices has this name. */
  knownIds: SeenId
  outbox: Queued
  deletions: WaitingDeletion
  refusals: Rejection
  drafts: Draft
  lostRows: LostRow
  unsentPhotos: UnsentPhoto
}
export type TableName = keyof StoredRows
/**
 * A row of some table. Where a table's name is one of several, so is its row: TypeScript does not know that the two belong
 * together, and takes any row of those tables.
 */
export type AnyRow = StoredRows[TableName]

/** The tables that hold the server's rows as they are; removals become tombstones instead. */
export const mirrorTables = tablesWith({ copy: 'rows' })
export type MirrorTable = (typeof mirrorTables)[number]

/** A row of the server. */
export interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

type KeyField<Name extends TableName> = keyof StoredRows[Name] & string

/** The fields that make a row of each table that one: its key in memory, joined, and its place in IndexedDB. */
export const keyPaths: { readonly [Name in TableName]: KeyField<Name> | KeyField<Name>[] } = {
  ...(Object.fromEntries(mirrorTables.map((name) => [name, 'id'])) as Record<MirrorTable, 'id'>),
  journal: 'key',
  progress: 'table',
  tombstones: ['table', 'rowId'],
  sentEdits: 'entryId',
  knownIds: 'id',
  outbox: 'id',
  deletions: 'entryId',
  refusals: 'id',
  drafts: 'key',
  lostRows: 'key',
  unsentPhotos: 'id',
}

export const tableNames = Object.keys(keyPaths) as readonly TableName[]

export function keyOf<Name extends TableName>(name: Name, row: StoredRows[Name]): string {
  const path: KeyField<Name> | KeyField<Name>[] = keyPaths[name]
  return Array.isArray(path) ? path.map((field) => row[field]).join(' ') : String(row[path])
}

const mirrors: ReadonlySet<string> = new Set(mirrorTables)

export function isMirrorTable(name: string): name is MirrorTable {
  return mirrors.has(name)
}

/** The tables of what a person made on this device and no server may have. */
export const ownTables = [
  'outbox',
  'deletions',
  'refusals',
  'drafts',
  'lostRows',
  'unsentPhotos',
] as const
export type OwnTable = (typeof ownTables)[number]

export function tombstoneKey(table: SyncedTable, rowId: string): string {
  return `${table} ${rowId}`
}

/** The tables that are read in pieces; all others are small. */
export const largeTables = tablesWith({ isLarge: true })
export type LargeTable = (typeof largeTables)[number]

/** Those of them whose rows are found on the disk by the entry that they belong to. */
export type LargePart = Extract<LargeTable, PartTable>
export const largeParts: readonly LargePart[] = largeTables.filter((name): name is LargePart =>
  isPart(name),
)

export function isLargePart(name: TableName): name is LargePart {
  return (largeParts as readonly TableName[]).includes(name)
}

/** Those of them that both people see; the card of their entry shows them. */
export type CardTable = {
  [Name in LargePart]: 'visibleSince' extends keyof RowOf<Name> ? Name : never
}[LargePart]
export const cardTables: readonly CardTable[] = largeParts.filter(
  (name): name is CardTable => 'visible_since' in tables[name].columns,
)

/** A value for each of these tables. */
export function byCardTable<Value>(make: (table: CardTable) => Value) {
  return Object.fromEntries(cardTables.map((table) => [table, make(table)])) as Readonly<
    Record<CardTable, Value>
  >
}

type RowMaps = { readonly [Name in TableName]: Map<string, StoredRows[Name]> }
type PartMaps = {
  readonly [Name in PartTable]: Map<EntryId, Map<string, RowOf<Name>>>
}

type PartRow = RowOf<PartTable> | undefined

/** All rows of the device's copy, by table and key. */
export class Tables {
  readonly #rows = Object.fromEntries(tableNames.map((name) => [name, new Map()])) as RowMaps
  readonly #byEntry = Object.fromEntries(partTables.map((name) => [name, new Map()])) as PartMaps

  rows<Name extends TableName>(name: Name): ReadonlyMap<string, StoredRows[Name]> {
    return this.#rows[name]
  }

  /** The rows of a table that belong to an entry, in no order. */
  ofEntry<Name extends PartTable>(name: Name, id: EntryId): Iterable<RowOf<Name>> {
    return this.#byEntry[name].get(id)?.values() ?? []
  }

  /** Stores a row under its key, or removes what is there where the row is undefined. */
  set<Name extends TableName>(name: Name, key: string, row: StoredRows[Name] | undefined): void {
    const rows: Map<string, AnyRow> = this.#rows[name]
    if (isPart(name)) this.#index(name, rows.get(key) as PartRow, row as PartRow)
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }

  #index(name: PartTable, before: PartRow, after: PartRow): void {
    const index: Map<EntryId, Map<string, AnyRow>> = this.#byEntry[name]
    if (before !== undefined)
      for (const entry of entriesOf(name, before)) {
        const others = index.get(entry)
        others?.delete(before.id)
        if (others?.size === 0) index.delete(entry)
      }
    if (after !== undefined)
      for (const entry of entriesOf(name, after)) {
        const others = index.get(entry) ?? new Map<string, AnyRow>()
        index.set(entry, others.set(after.id, after))
      }
  }
}
