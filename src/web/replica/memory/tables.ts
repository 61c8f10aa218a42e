import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Rows } from '../../../domain/table-schemas.ts'
import type {
  Draft,
  LostRow,
  SeenId,
  Progress,
  Queued,
  Refusal,
  SentEdit,
  SentReply,
  StoredJournal,
  Tombstone,
  WaitingDeletion,
} from './stored-rows.ts'

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
  refusals: Refusal
  drafts: Draft
  lostRows: LostRow
}
export type TableName = keyof StoredRows

/** The tables that hold the server's rows as they are; removals become tombstones instead. */
export type MirrorTable = Exclude<SyncedTable, 'removals'>

/** A row of the server. */
export interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

type KeyField<Name extends TableName> = keyof StoredRows[Name] & string

/** The fields that make a row of each table that one: its key in memory, joined, and its place in IndexedDB. */
export const keyPaths: { readonly [Name in TableName]: KeyField<Name> | KeyField<Name>[] } = {
  entries: 'id',
  reactions: 'id',
  replies: 'id',
  profiles: 'id',
  quote_likes: 'id',
  custom_quotes: 'id',
  memory_marks: 'id',
  story_links: 'id',
  reviews: 'id',
  last_looks: 'id',
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
}

export const tableNames = Object.keys(keyPaths) as readonly TableName[]

export function keyOf<Name extends TableName>(name: Name, row: StoredRows[Name]): string {
  const path: KeyField<Name> | KeyField<Name>[] = keyPaths[name]
  return Array.isArray(path) ? path.map((field) => row[field]).join(' ') : String(row[path])
}

export const mirrorTables: readonly MirrorTable[] = [
  'profiles',
  'entries',
  'reactions',
  'replies',
  'quote_likes',
  'custom_quotes',
  'memory_marks',
  'story_links',
  'reviews',
  'last_looks',
]

const mirrors: ReadonlySet<string> = new Set(mirrorTables)

export function isMirrorTable(name: string): name is MirrorTable {
  return mirrors.has(name)
}

/** The tables of what a person made on this device and no server may have. */
export const ownTables = ['outbox', 'deletions', 'refusals', 'drafts', 'lostRows'] as const

export function tombstoneKey(table: SyncedTable, rowId: string): string {
  return `${table} ${rowId}`
}

/** The tables whose rows belong to an entry. */
export const entryPartTables = ['reactions', 'replies', 'reviews'] as const
export type EntryPartTable = (typeof entryPartTables)[number]

function isEntryPart(name: TableName): name is EntryPartTable {
  return (entryPartTables as readonly TableName[]).includes(name)
}

type RowMaps = { readonly [Name in TableName]: Map<string, StoredRows[Name]> }

/** All rows of the device's copy, by table and key. */
export class Tables {
  readonly #rows = Object.fromEntries(tableNames.map((name) => [name, new Map()])) as RowMaps
  readonly #byEntry: {
    readonly [Name in EntryPartTable]: Map<EntryId, Map<string, StoredRows[Name]>>
  } = { reactions: new Map(), replies: new Map(), reviews: new Map() }

  rows<Name extends TableName>(name: Name): ReadonlyMap<string, StoredRows[Name]> {
    return this.#rows[name]
  }

  /** The rows of a table that belong to an entry, in no order. */
  ofEntry<Name extends EntryPartTable>(name: Name, id: EntryId): Iterable<StoredRows[Name]> {
    return this.#byEntry[name].get(id)?.values() ?? []
  }

  /** Stores a row under its key, or removes what is there where the row is undefined. */
  set<Name extends TableName>(name: Name, key: string, row: StoredRows[Name] | undefined): void {
    const rows: Map<string, StoredRows[Name]> = this.#rows[name]
    if (isEntryPart(name)) this.#index(name, rows.get(key) as never, row as never)
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }

  #index<Name extends EntryPartTable>(
    name: Name,
    before: StoredRows[Name] | undefined,
    after: StoredRows[Name] | undefined,
  ): void {
    const index: Map<EntryId, Map<string, StoredRows[Name]>> = this.#byEntry[name]
    if (before !== undefined) {
      const others = index.get(before.entryId)
      others?.delete(before.id)
      if (others?.size === 0) index.delete(before.entryId)
    }
    if (after === undefined) return
    const others = index.get(after.entryId) ?? new Map<string, StoredRows[Name]>()
    index.set(after.entryId, others.set(after.id, after))
  }
}
