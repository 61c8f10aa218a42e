import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { ShownChange } from './row-order.ts'

/** Whether a question holds an entry with this number of photos. */
export type Holds = (entry: Entry, photos: number) => boolean

/** An entry that is shown otherwise, or that has another number of photos. */
export interface EntryChange extends ShownChange<Entry> {
  readonly photosBefore: number
  readonly photosAfter: number
}

interface Photos {
  of(table: 'photos', id: EntryId): readonly unknown[]
}

/** The number of an entry's photos. */
export function photosOf(rows: Photos, id: EntryId): number {
  return rows.of('photos', id).length
}

/** All changes of entries and of their numbers of photos by one change, of which the rows show the end. */
export function entryChanges(
  entries: readonly ShownChange<Entry>[],
  photos: readonly ShownChange<RowOf<'photos'>>[],
  rows: Photos & { get(table: 'entries', id: EntryId): Entry | undefined },
): readonly EntryChange[] {
  const added = new Map<EntryId, number>()
  const add = (id: EntryId, count: number) => added.set(id, (added.get(id) ?? 0) + count)
  for (const { before, after } of photos) {
    if (before !== undefined) add(before.entryId, -1)
    if (after !== undefined) add(after.entryId, 1)
  }
  const counted = (id: EntryId, { before, after }: ShownChange<Entry>): EntryChange => {
    const photosAfter = photosOf(rows, id)
    return { before, after, photosBefore: photosAfter - (added.get(id) ?? 0), photosAfter }
  }
  const changed = entries.flatMap((change) => {
    const id = (change.after ?? change.before)?.id
    return id === undefined ? [] : counted(id, change)
  })
  const known = new Set(
    added.size === 0 ? [] : changed.map(({ before, after }) => (after ?? before)?.id),
  )
  const others = [...added].flatMap(([id, count]) => {
    const entry = rows.get('entries', id)
    return count === 0 || entry === undefined || known.has(id)
      ? []
      : counted(id, { before: entry, after: entry })
  })
  return others.length === 0 ? changed : [...changed, ...others]
}

/** The changes as a question sees them, which holds some of the entries. */
export function heldChanges(changes: readonly EntryChange[], holds: Holds): readonly EntryChange[] {
  const held = (entry: Entry | undefined, photos: number) =>
    entry !== undefined && holds(entry, photos) ? entry : undefined
  return changes.map(({ before, after, photosBefore, photosAfter }) => ({
    before: held(before, photosBefore),
    after: held(after, photosAfter),
    photosBefore,
    photosAfter,
  }))
}
