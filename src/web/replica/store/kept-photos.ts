import type { FormPhoto } from '../../../domain/form-photos.ts'
import { derivedId, type EntryId } from '../../../domain/ids.ts'
import type { Transaction } from '../memory/transaction.ts'
import { formPhotoOf, type UnsentPhoto } from '../memory/unsent-photos.ts'
import { addDraft } from './draft-rows.ts'

/** Takes the photos of an entry out of the queue, in their order, as a form holds them. */
export function takeUnsentPhotos(rows: Transaction, entryId: EntryId): readonly FormPhoto[] {
  if (rows.size('unsentPhotos') === 0) return []
  const waiting = unsentPhotosOf(rows, entryId)
  for (const { id } of waiting) rows.remove('unsentPhotos', id)
  return waiting.toSorted((one, other) => one.order - other.order).map(formPhotoOf)
}

/** The photos that wait for an entry, in no order. */
export function unsentPhotosOf(rows: Transaction, entryId: EntryId): readonly UnsentPhoto[] {
  return rows.all('unsentPhotos').filter((photo) => photo.entryId === entryId)
}

/**
 * The photos that wait for an entry which was removed: those of an entry that this device deletes go with it, others
 * come back as a draft with a message. Does nothing while the entry is there.
 *
 * @param isPrivate whether the entry was, and the draft is; undefined where no one knows
 */
export function resolveUnsentPhotos(
  rows: Transaction,
  entryId: EntryId,
  isPrivate: boolean | undefined,
): void {
  if (rows.size('unsentPhotos') === 0 || rows.get('entries', entryId) !== undefined) return
  // Once its time to undo is over, they are gone (`outbox/deletions`).
  if (rows.get('deletions', entryId) !== undefined) takeUnsentPhotos(rows, entryId)
  else giveBackPhotos(rows, entryId, isPrivate)
}

/** Makes a draft of the photos that wait for an entry, with a message that it is gone; a private one in doubt. */
export function giveBackPhotos(rows: Transaction, entryId: EntryId, isPrivate = true): void {
  const photos = takeUnsentPhotos(rows, entryId)
  const [first] = photos
  if (first === undefined) return
  // Two tabs that learn of the removal at the same time make the same rows.
  const key = derivedId(entryId, `photos from ${first.id}`)
  const value = { category: 'gedanken', content: '', isPrivate, scheduledDate: null, photos }
  addDraft(rows, 'new-entry', value, key)
  const about = { entryId, keptText: undefined, draftKey: key }
  rows.put('refusals', { id: key, action: 'add-photo', reason: 'gone', ...about })
}
