import type { EntryId, PhotoId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { wantedOrder, type PhotoRejection, type UnsentPhoto } from '../memory/unsent-photos.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { applyRows } from '../store/apply-rows.ts'
import { giveBackPhotos, unsentPhotosOf } from '../store/kept-photos.ts'
import { enqueue, queueOf } from '../store/queue.ts'
import { faultLimit } from './retry-state.ts'

/**
 * Takes over a photo that the server has, in one change with its end in the queue; what was changed in it meanwhile is
 * queued.
 *
 * @param sent as it was sent
 * @param now milliseconds of the device's clock
 */
export function applySent(
  rows: Transaction,
  sent: UnsentPhoto,
  row: RowOf<'photos'> | undefined,
  now: number,
): void {
  const { id: photoId, entryId } = sent
  const wanted = wantedOrder(shownPhotos(rows, entryId), unsentPhotosOf(rows, entryId)).map(
    ({ id }) => id,
  )
  if (row !== undefined) applyRows(rows, 'photos', [row])
  const waiting = rows.get('unsentPhotos', photoId)
  if (waiting === undefined) return removeOnServer(rows, sent, now)
  rows.remove('unsentPhotos', photoId)
  // Among these changes also where it came before: without its row the disk would drop the pictures.
  const held = rows.get('photos', photoId)
  if (held !== undefined) rows.put('photos', { ...held })
  const { description } = waiting
  if (description !== sent.description)
    enqueue(rows, { action: 'describe-photo', photoId, entryId, description }, now)
  const order = shownPhotos(rows, entryId, isCertain).map(({ id }) => id)
  const photoIds = wanted.filter((id) => order.includes(id))
  if (order.some((id, place) => id !== photoIds[place]))
    enqueue(rows, { action: 'order-photos', entryId, photoIds }, now)
}

/** A photo that was removed here while it was under way may be on the server by now: it is removed there. */
export function removeOnServer(rows: Transaction, sent: UnsentPhoto, now: number): void {
  const { id: photoId, entryId } = sent
  if (rows.get('unsentPhotos', photoId) !== undefined) return
  if (rows.get('entries', entryId) === undefined) return
  enqueue(rows, { action: 'remove-photo', photoId, entryId }, now)
}

/** False for an order under way: it may have come to the server before a photo that it names. */
const isCertain = ({ mutation, isInFlight }: Queued): boolean =>
  mutation.action !== 'order-photos' || isInFlight !== true

/** The photos of an entry as screens show them, without those that wait, after the mutations that count. */
function shownPhotos(
  rows: Transaction,
  entryId: EntryId,
  counts: (queued: Queued) => boolean = () => true,
): readonly RowOf<'photos'>[] {
  const about = queueOf(rows)
    .filter((queued) => counts(queued))
    .map(({ mutation }) => mutation)
    .filter((mutation) => 'entryId' in mutation && mutation.entryId === entryId)
  return optimistic('photos', rows.ofEntry('photos', entryId), about, rows.me).toSorted(
    (one, other) => one.position - other.position,
  )
}

/** The photo stays on this device, with the reason; without its entry it comes back as a draft. */
export function applyPhotoRejection(
  rows: Transaction,
  id: PhotoId,
  reason: PhotoRejection | 'gone',
): void {
  const photo = rows.get('unsentPhotos', id)
  if (photo === undefined) return
  if (reason === 'gone')
    return giveBackPhotos(rows, photo.entryId, rows.get('entries', photo.entryId)?.isPrivate)
  // A server without room takes none of the others either.
  const alike = reason === 'no-room' ? rows.all('unsentPhotos') : [photo]
  for (const one of alike) rows.put('unsentPhotos', { ...one, problem: one.problem ?? reason })
}

/** Counts a fault of the server on a photo; after several it is not sent by itself any more. */
export function recordPhotoFault(rows: Transaction, id: PhotoId): void {
  const photo = rows.get('unsentPhotos', id)
  if (photo === undefined) return
  const tries = (photo.tries ?? 0) + 1
  rows.put('unsentPhotos', { ...photo, tries, ...(tries >= faultLimit && { problem: 'fault' }) })
}
