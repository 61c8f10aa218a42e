import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'

/** What an entry's place in the journal depends on. */
export type EntryKey = Pick<Entry, 'createdAt' | 'id'>

/** Newest first, by `createdAt` then `id`. Instants have one fixed width, so string order is time order. */
export function byNewest(one: EntryKey, other: EntryKey): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  if (one.id === other.id) return 0
  return one.id < other.id ? 1 : -1
}

/** Where an entry with this key is, or would be inserted, in entries that are ordered newest first. */
export function placeOf(entries: readonly Entry[], key: EntryKey): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && byNewest(entry, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** One entry before and after a change; undefined where it is not shown. */
export interface EntryChange {
  readonly id: EntryId
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

/** From this many changes on, one pass over all entries is faster than a search for each. */
const many = 32

/** The entries after some changes, newest first; the array that was given stays as it is. */
export function reordered(
  entries: readonly Entry[],
  changes: readonly EntryChange[],
): readonly Entry[] {
  if (changes.length === 0) return entries
  return changes.length < many ? oneByOne(entries, changes) : allAtOnce(entries, changes)
}

function oneByOne(entries: readonly Entry[], changes: readonly EntryChange[]): readonly Entry[] {
  const next = [...entries]
  for (const { before, after } of changes) {
    const isInPlace = before !== undefined && after !== undefined && byNewest(before, after) === 0
    if (isInPlace) next[placeOf(next, before)] = after
    else {
      if (before !== undefined) next.splice(placeOf(next, before), 1)
      if (after !== undefined) next.splice(placeOf(next, after), 0, after)
    }
  }
  return next
}

function allAtOnce(entries: readonly Entry[], changes: readonly EntryChange[]): readonly Entry[] {
  const changed = new Set(changes.map(({ id }) => id))
  const unchanged = entries.filter(({ id }) => !changed.has(id))
  // Two ordered runs, which a sort merges in one pass.
  return [...unchanged, ...changes.flatMap(({ after }) => after ?? []).sort(byNewest)].sort(
    byNewest,
  )
}

/** True where both hold the identical rows in the same order. */
export function isSameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index])
}
