import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { PartTable } from '../../../domain/journal-tables.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import {
  keyOf,
  tableNames,
  type AnyRow,
  type StoredRows,
  type TableName,
  type Tables,
} from './tables.ts'

/** A row before and after a change; undefined where there was or is none. */
export interface RowChange<Row = AnyRow> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** The effects of one change, by table and key. */
export type TableChanges = {
  readonly [Name in TableName]?: ReadonlyMap<string, RowChange<StoredRows[Name]>>
}

/** Reads and changes rows in memory; what it has changed can be undone. */
export class Transaction {
  /** The person whose journal this is. */
  readonly me: PartnerId
  readonly #tables: Tables
  readonly #changed = new Map<TableName, Map<string, RowChange>>()

  constructor(tables: Tables, me: PartnerId) {
    this.me = me
    this.#tables = tables
  }

  get<Name extends TableName>(name: Name, key: string): StoredRows[Name] | undefined {
    return this.#tables.rows(name).get(key)
  }

  all<Name extends TableName>(name: Name): readonly StoredRows[Name][] {
    return [...this.#tables.rows(name).values()]
  }

  size(name: TableName): number {
    return this.#tables.rows(name).size
  }

  ofEntry<Name extends PartTable>(name: Name, id: EntryId): readonly RowOf<Name>[] {
    return [...this.#tables.ofEntry(name, id)]
  }

  put<Name extends TableName>(name: Name, row: StoredRows[Name]): void {
    this.set(name, keyOf(name, row), row)
  }

  remove(name: TableName, key: string): void {
    this.set(name, key, undefined)
  }

  changes(): TableChanges {
    return Object.fromEntries(this.#changed)
  }

  /** Puts back what was there before. */
  undo(): void {
    for (const name of tableNames)
      for (const [key, { before }] of this.#changed.get(name) ?? [])
        this.#tables.set(name, key, before)
  }

  /** Puts a row, or removes what is there where it is undefined. */
  set<Name extends TableName>(name: Name, key: string, after: StoredRows[Name] | undefined): void {
    if (after === undefined && !this.#tables.rows(name).has(key)) return
    const changed = this.#changed.get(name) ?? new Map<string, RowChange>()
    const before = changed.has(key) ? changed.get(key)?.before : this.get(name, key)
    this.#changed.set(name, changed.set(key, { before, after }))
    this.#tables.set(name, key, after)
  }
}

export function isEmpty(changes: TableChanges): boolean {
  return Object.keys(changes).length === 0
}
