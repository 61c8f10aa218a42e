import { compare } from '../../../domain/compare.ts'
import type { Entry } from '../../../domain/entry.ts'
import { placeIn } from './row-order.ts'

/** The fields of an entry that lists hold; its text and marks are read from its row (`JournalRows`). */
export type ListedEntry = Pick<Entry, 'id' | 'userId' | 'createdAt'>

export function listedOf({ id, userId, createdAt }: Entry): ListedEntry {
  return { id, userId, createdAt }
}

/** The fields on which an entry's place in the journal depends. */
export type EntryKey = Pick<Entry, 'createdAt' | 'id'>
/** The same of any row. */
type RowKey = Pick<Entry, 'createdAt'> & { readonly id: string }

/** Newest first, by `createdAt` then `id`. Instants have one fixed width, so string order is time order. */
export function byNewest(one: RowKey, other: RowKey): number {
  return compare(other.createdAt, one.createdAt) || compare(other.id, one.id)
}

/**
 * The place of an entry with this key, or the one at which it would be inserted, in entries that are ordered newest
 * first.
 */
export function placeOf(entries: readonly EntryKey[], key: RowKey): number {
  return placeIn<RowKey>(entries, key, byNewest)
}
