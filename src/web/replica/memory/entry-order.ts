import type { Entry } from '../../../domain/entry.ts'
import { placeIn } from './row-order.ts'

/** The fields of an entry that lists hold; its text and marks are read from its row (`JournalRows`). */
export type ListedEntry = Pick<Entry, 'id' | 'userId' | 'createdAt'>

export function listedOf({ id, userId, createdAt }: Entry): ListedEntry {
  return { id, userId, createdAt }
}

/** The fields on which an entry's place in the journal depends. */
export type EntryKey = Pick<Entry, 'createdAt' | 'id'>

/** Newest first, by `createdAt` then `id`. Instants have one fixed width, so string order is time order. */
export function byNewest(one: EntryKey, other: EntryKey): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  if (one.id === other.id) return 0
  return one.id < other.id ? 1 : -1
}

/**
 * The place of an entry with this key, or the one at which it would be inserted, in entries that are ordered newest
 * first.
 */
export function placeOf(entries: readonly EntryKey[], key: EntryKey): number {
  return placeIn(entries, key, byNewest)
}
