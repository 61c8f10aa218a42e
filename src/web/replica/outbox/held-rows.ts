import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { RowOf } from '../../backend/rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Queued } from '../copy/stored-rows.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { kindOf, type Mutation } from '../mutations/registry.ts'
import { rowKeys } from '../mutations/row-keys.ts'
import { queuedOf } from './outbox.ts'

/** The row of the server that a mutation changes, as this device holds it. */
export async function rowOf(
  database: ReplicaDatabase,
  mutation: Mutation,
  me: PartnerId,
): Promise<RowOf<MutableTable> | undefined> {
  const kind = kindOf(mutation)
  return rowReaders[kind.table](database, kind.rowKey(mutation, me), kind.aggregateId(mutation))
}

type RowReader = (
  database: ReplicaDatabase,
  key: string,
  aggregateId: string,
) => PromiseLike<RowOf<MutableTable> | undefined>

const rowReaders: Readonly<Record<MutableTable, RowReader>> = {
  entries: ({ entries }, key) => entries.get(key as never),
  reactions: ({ reactions }, key, entryId) =>
    reactions
      .where('entryId')
      .equals(entryId)
      .and((row) => rowKeys.reactions(row) === key)
      .first(),
  quote_likes: ({ quote_likes: likes }, key) =>
    likes.filter((row) => rowKeys.quote_likes(row) === key).first(),
  custom_quotes: ({ custom_quotes: quotes }, key) => quotes.get(key as never),
  memory_marks: ({ memory_marks: marks }, key) =>
    marks.filter((row) => rowKeys.memory_marks(row) === key).first(),
  last_looks: ({ last_looks: markers }, key) => markers.get(key as never),
}

/**
 * True for an insert under an id that must not be used again.
 *
 * @param queued what is queued about the same aggregate
 */
export async function isInsertSpent(
  database: ReplicaDatabase,
  mutation: Mutation,
  queued: PromiseLike<readonly Queued[]>,
): Promise<boolean> {
  const kind = kindOf(mutation)
  const id = kind.isIdSpentForEver && kind.insertedId?.(mutation)
  return typeof id === 'string' && isIdSpent(database, kind.table, id, queued)
}

/** True where a row with this id was removed, is queued to be inserted, or is known without its row. */
async function isIdSpent(
  database: ReplicaDatabase,
  table: MutableTable,
  id: string,
  queued: PromiseLike<readonly Queued[]>,
): Promise<boolean> {
  const [tombstone, known, waiting] = await Promise.all([
    database.tombstones.get([table, id]),
    database.knownIds.get(id),
    queued,
  ])
  const isQueued = waiting.some(({ mutation }) => kindOf(mutation).insertedId?.(mutation) === id)
  return tombstone !== undefined || known !== undefined || isQueued
}

/** True where an entry with this id is here, is queued, was removed, or is known without its row. */
export async function knowsEntry(database: ReplicaDatabase, id: EntryId): Promise<boolean> {
  const [row, isSpent] = await Promise.all([
    database.entries.get(id),
    isIdSpent(database, 'entries', id, queuedOf(database, id)),
  ])
  return row !== undefined || isSpent
}
