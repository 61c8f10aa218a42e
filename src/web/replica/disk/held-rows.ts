import {
  keyOf,
  ownTables,
  type OwnTable,
  type StoredRows,
  type TableName,
} from '../memory/tables.ts'
import type { RowChange, TableChanges } from '../memory/transaction.ts'

/** The rows of this device alone that the copy holds, by table and key: true for a row's newest state. */
export class HeldRows {
  readonly #held = new Map<string, boolean>()

  /** True where the copy holds this row of an own table as it is now. */
  isCurrent(name: TableName, key: string): boolean {
    return this.#held.get(`${name} ${key}`) === true
  }

  /** Records rows that were read. */
  recordRows(name: OwnTable, rows: readonly StoredRows[OwnTable][]): void {
    for (const row of rows) this.#held.set(`${name} ${keyOf(name, row)}`, true)
  }

  /** Records changes that were stored. */
  record(changes: TableChanges): void {
    for (const name of ownTables)
      for (const [key, { after }] of changes[name] ?? ([] as [string, RowChange][]))
        if (after === undefined) this.#held.delete(`${name} ${key}`)
        else this.#held.set(`${name} ${key}`, true)
  }

  /** Records changes that could not be stored. Returns the rows to be deleted that the copy still holds. */
  outdate(changes: TableChanges): readonly (readonly [OwnTable, string])[] {
    return ownTables.flatMap((name) =>
      [...(changes[name] ?? ([] as [string, RowChange][]))].flatMap(([key, { after }]) => {
        const place = `${name} ${key}`
        if (!this.#held.has(place)) return []
        this.#held.set(place, false)
        return after === undefined && this.#held.delete(place) ? [[name, key] as const] : []
      }),
    )
  }

  clear(): void {
    this.#held.clear()
  }
}
