import type { FormPhoto, PhotoChanges } from '../../../domain/form-photos.ts'
import type { EntryId, Instant, PhotoId } from '../../../domain/ids.ts'
import type { Transaction } from '../memory/transaction.ts'
import { formPhotoOf } from '../memory/unsent-photos.ts'
import type { Mutation } from '../mutations/registry.ts'
import { unsentPhotosOf } from '../store/kept-photos.ts'
import { enqueue } from '../store/queue.ts'

/** When photos were added. */
export interface PhotoTimes {
  /** As their row says it. */
  readonly writtenAt: Instant
  /** Milliseconds of the device's clock. */
  readonly now: number
}

/** Lets new photos of an entry wait, behind those that it has. */
export function queuePhotos(
  rows: Transaction,
  entryId: EntryId,
  photos: readonly FormPhoto[],
  { writtenAt, now: queuedAt }: PhotoTimes,
): void {
  let order = rows.ofEntry('photos', entryId).length + unsentPhotosOf(rows, entryId).length
  for (const photo of photos) {
    const { id } = photo
    // Another tab has sent the same draft.
    if (rows.get('unsentPhotos', id) !== undefined || rows.get('photos', id) !== undefined) continue
    rows.put('unsentPhotos', { ...formPhotoOf(photo), entryId, order, writtenAt, queuedAt })
    order += 1
  }
}

/** The single writes of what a form has changed in the photos that an entry has. */
export function photoMutations(
  entryId: EntryId,
  { removed, described, order: photoIds }: PhotoChanges,
): readonly Mutation[] {
  return [
    ...removed.map((photoId) => ({ action: 'remove-photo', photoId, entryId }) as const),
    ...described.map(
      ({ id: photoId, description }) =>
        ({ action: 'describe-photo', photoId, entryId, description }) as const,
    ),
    ...(photoIds === undefined ? [] : [{ action: 'order-photos', entryId, photoIds } as const]),
  ]
}

/**
 * Makes a change of photos that are not sent yet on this device.
 *
 * @returns true where nothing of it is about the server's photos
 */
export function changeUnsentPhotos(rows: Transaction, mutation: Mutation, now: number): boolean {
  if (mutation.action === 'order-photos') {
    for (const photo of rows.all('unsentPhotos')) {
      const order = mutation.photoIds.indexOf(photo.id)
      if (photo.entryId === mutation.entryId && order !== -1 && order !== photo.order)
        rows.put('unsentPhotos', { ...photo, order })
    }
    return false
  }
  if (mutation.action !== 'remove-photo' && mutation.action !== 'describe-photo') return false
  const photo = rows.get('unsentPhotos', mutation.photoId)
  if (photo === undefined) return false
  if (mutation.action === 'describe-photo')
    rows.put('unsentPhotos', { ...photo, description: mutation.description })
  else {
    rows.remove('unsentPhotos', photo.id)
    // The server may have it, or get it in a moment: then its sender removes it once more.
    if (photo.isInFlight) enqueue(rows, mutation, now)
  }
  return true
}

/** Has those photos sent once more whose reason may be gone by now, and the one with this id. */
export function tryPhotosAgain(rows: Transaction, id?: PhotoId): void {
  for (const { problem, tries: _, ...photo } of rows.all('unsentPhotos')) {
    const mayBeOver = problem === 'no-room' || problem === 'fault'
    if (mayBeOver || id === photo.id) rows.put('unsentPhotos', photo)
  }
}
