import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { isPart } from '../../../domain/journal-tables.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Queued } from '../memory/stored-rows.ts'
import { tombstoneKey } from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { optimistic, optimisticRow } from '../mutations/optimistic.ts'
import { aggregateIdOf, kindOf, type Mutation } from '../mutations/registry.ts'
import { isKeyedById, rowKey } from '../mutations/row-keys.ts'
import { isInsertQueued, queueOf } from '../store/queue.ts'

/** The mutations that wait to be sent about one aggregate, in the order of sending. */
export function queuedOf(rows: Transaction, aggregateId: string): readonly Queued[] {
  return queueOf(rows).filter(({ mutation }) => aggregateIdOf(mutation) === aggregateId)
}

export function removeQueued(rows: Transaction, queued: readonly Queued[]): void {
  for (const { id } of queued) rows.remove('outbox', id)
}

/** The row of the server that a mutation changes, as this device holds it. */
export function rowOf(rows: Transaction, mutation: Mutation): RowOf<MutableTable> | undefined {
  const kind = kindOf(mutation)
  const { table } = kind
  const key = kind.rowKey(mutation, rows.me)
  if (table === 'reactions') {
    const theirs = rows.ofEntry(table, kind.aggregateId(mutation) as EntryId)
    return theirs.find((row) => rowKey(table, row) === key)
  }
  const held = rows.get(table, key)
  if (held !== undefined || isKeyedById(table)) return held
  return rows.all(table).find((row) => rowKey(table, row) === key)
}

/** The row that a mutation changes, with these queued ones applied. */
export function shownRow(
  rows: Transaction,
  mutation: Mutation,
  queued: readonly Queued[],
): RowOf<MutableTable> | undefined {
  const kind = kindOf(mutation)
  const mutations = queued.map((one) => one.mutation)
  const key = kind.rowKey(mutation, rows.me)
  return optimisticRow(kind.table, key, rowOf(rows, mutation), mutations, rows.me)
}

/** True if a mutation changes what is shown with these queued ones applied. */
export function changesRows(
  rows: Transaction,
  mutation: Mutation,
  queued: readonly Queued[],
): boolean {
  const kind = kindOf(mutation)
  const { table } = kind
  if (kind.arrange !== undefined && isPart(table) && 'entryId' in mutation) {
    const mutations = queued.map((one) => one.mutation)
    const shown = optimistic(table, rows.ofEntry(table, mutation.entryId), mutations, rows.me)
    return kind.arrange(shown, mutation) !== shown
  }
  const shown = shownRow(rows, mutation, queued)
  return kind.apply(shown, mutation, rows.me) !== shown
}

/** The entry with what is queued about it applied; whether its deletion waits makes no difference. */
export function entryWithQueued(rows: Transaction, id: EntryId): Entry | undefined {
  const mutations = queuedOf(rows, id).map(({ mutation }) => mutation)
  return optimisticRow('entries', id, rows.get('entries', id), mutations, rows.me)
}

/** True where a row with this id was removed, is queued to be inserted, or is known without its row. */
export function isIdConsumed(rows: Transaction, table: MutableTable, id: string): boolean {
  return (
    rows.get('tombstones', tombstoneKey(table, id)) !== undefined ||
    rows.get('knownIds', id) !== undefined ||
    isInsertQueued(rows, id)
  )
}

/** True where an entry with this id is here, is queued, was removed, or is known without its row. */
export function knowsEntry(rows: Transaction, id: EntryId): boolean {
  return rows.get('entries', id) !== undefined || isIdConsumed(rows, 'entries', id)
}
