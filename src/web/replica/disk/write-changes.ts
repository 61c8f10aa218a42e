import type { IDBPObjectStore } from 'idb'
import type { StoredJournal } from '../memory/stored-rows.ts'
import { hasVersions, replaces } from '../memory/newer.ts'
import type { StoredRows, TableName } from '../memory/tables.ts'
import type { RowChange, TableChanges } from '../memory/transaction.ts'
import {
  pictureStores,
  type CopyDatabase,
  type CopySchema,
  type StoreKey,
  type StoreName,
} from './schema.ts'
import { deletionsOf, idsIn } from './stored-pictures.ts'

/** Stores only while the journal's row has this name (see `Superseded`). */
export interface Guard {
  readonly name: 'copy' | 'rebuilt'
  readonly value: StoredJournal['copy']
}

/**
 * Another tab has begun to rebuild the copy since this pull began, or has ended a rebuild since this
 * one began its own. What was read may come from before the state that the copy follows then, and
 * its removals would not be read again: it is dropped, and the pull starts again.
 */
export class Superseded extends Error {}

type Store = IDBPObjectStore<CopySchema, StoreName[], TableName, 'readwrite'>

/** Stores what changed in one transaction. Of a row that another tab has stored meanwhile, the newer version stays. */
export async function writeChanges(
  database: CopyDatabase,
  changes: TableChanges,
  guard: Guard | undefined,
): Promise<void> {
  const names = Object.keys(changes) as TableName[]
  const freed = photosFreed(changes, guard)
  const scope = new Set<StoreName>([
    ...names,
    ...(guard === undefined ? [] : ['journal' as const]),
    ...(freed.size === 0 ? [] : pictureStores),
  ])
  const transaction = database.begin([...scope], 'readwrite')
  if (guard !== undefined) {
    const standing = await transaction.objectStore('journal').get('journal')
    if (standing?.[guard.name] !== guard.value) {
      transaction.abort()
      throw new Superseded()
    }
  }
  const written = Promise.all(
    names.map(async (name) =>
      writeTable(transaction.objectStore(name), name, changes, (id) =>
        freed.has(id) ? deletionsOf(transaction, id) : [],
      ),
    ),
  )
  try {
    // All is asked for: it is stored even where the page ends or is frozen now.
    if (guard === undefined && !names.some(hasVersions)) transaction.commit()
  } catch {
    // It has failed already, and `written` says why.
  }
  await written
  await transaction.done
}

/**
 * The photos whose pictures go with these changes: those that were hidden or deleted, and those that are not sent any
 * more. A rebuild takes out what comes again, and a draft may hold what was not sent.
 */
function photosFreed(changes: TableChanges, guard: Guard | undefined): ReadonlySet<string> {
  if (guard?.name === 'rebuilt') return new Set()
  const all = [...(changes.photos ?? []), ...(changes.unsentPhotos ?? [])]
  const gone = all.flatMap(([id, { after }]) => (after === undefined ? [id] : []))
  if (gone.length === 0) return new Set()
  const held = all.flatMap(([id, { after }]) => (after === undefined ? [] : [id]))
  const drafts = idsIn([...(changes.drafts?.values() ?? [])].map(({ after }) => after))
  return new Set(gone.filter((id) => !held.includes(id) && !drafts.has(id)))
}

/** @param alsoDeletes deletes what is removed with a row */
async function writeTable(
  store: Store,
  name: TableName,
  changes: TableChanges,
  alsoDeletes: (key: string) => readonly Promise<void>[],
): Promise<void> {
  const rows = [...(changes[name] as ReadonlyMap<string, RowChange<StoredRows[TableName]>>)]
  const work = rows.map(async ([key, change]) => {
    const place = placeOf(name, key, change)
    if (hasVersions(name) && !replaces(name, await store.get(place), change)) return
    if (change.after === undefined) await Promise.all([store.delete(place), ...alsoDeletes(key)])
    else await store.put(change.after)
  })
  await Promise.all(work)
}

/** The place of a row in its store. */
function placeOf(name: TableName, key: string, { before, after }: RowChange): StoreKey {
  if (name !== 'tombstones') return key
  const { table, rowId } = (after ?? before) as StoredRows['tombstones']
  return [table, rowId]
}
