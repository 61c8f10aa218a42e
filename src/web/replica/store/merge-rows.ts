import type { ReadRows } from '../disk/read-rows.ts'
import { replaces } from '../memory/newer.ts'
import { isSameRow } from '../memory/row-order.ts'
import {
  keyOf,
  mirrorTables,
  tableNames,
  type StoredRows,
  type TableName,
} from '../memory/tables.ts'
import type { RowChange, TableChanges, Transaction } from '../memory/transaction.ts'
import { applyRows, applyTombstone } from './apply-rows.ts'

/** Merges rows that were read from the disk: the server's rows where they are newer, others where there is none. */
export function mergeRows(rows: Transaction, read: ReadRows): void {
  for (const tombstone of read.tombstones ?? []) applyTombstone(rows, tombstone)
  for (const table of mirrorTables) applyRows(rows, table, read[table] ?? [])
  for (const name of tableNames)
    if (!(mirrorTables as readonly string[]).includes(name))
      for (const row of read[name] ?? [])
        if (rows.get(name, keyOf(name, row)) === undefined) rows.put(name, row)
}

/** Merges the changes of another tab. */
export function mergeChanges(rows: Transaction, changes: TableChanges): void {
  for (const { after } of changes.tombstones?.values() ?? [])
    if (after !== undefined) applyTombstone(rows, after)
  for (const name of tableNames)
    for (const [key, change] of (changes[name] ?? []) as Iterable<[string, RowChange]>)
      if (replaces(name, rows.get(name, key), change)) rows.set(name, key, change.after)
}

/** Rolls changes back, as far as nothing has taken their place. */
export function rollBack(rows: Transaction, changes: TableChanges): void {
  for (const name of tableNames)
    for (const [key, { before, after }] of (changes[name] ?? []) as Iterable<[string, RowChange]>)
      if (rows.get(name, key) === after) rows.set(name, key, before)
}

export interface Reading {
  /** The rows in memory when the reading began: what was changed since then is newer than what was read. */
  readonly before: ReadonlyMap<string, unknown>
  readonly isStored: (key: string) => boolean
}

/**
 * Merges one table as the disk holds it, which all tabs share: a row that is missing there, though it was stored, was
 * finished by another tab.
 */
export function mergeTable<Name extends TableName>(
  rows: Transaction,
  name: Name,
  held: readonly StoredRows[Name][],
  { before, isStored }: Reading,
): void {
  const there = new Set(held.map((row) => keyOf(name, row)))
  for (const row of rows.all(name)) {
    const key = keyOf(name, row)
    if (!there.has(key) && before.get(key) === row && isStored(key)) rows.remove(name, key)
  }
  for (const row of held) {
    const current = rows.get(name, keyOf(name, row))
    if (current === before.get(keyOf(name, row)) && !isSameRow(row, current)) rows.put(name, row)
  }
}
