import type { PartnerId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { wantedOrder, type UnsentByEntry, type UnsentPhoto } from '../memory/unsent-photos.ts'
import type { ShownPhoto } from './shown.ts'

/**
 * The photos of an entry in the order in which the person has put them.
 *
 * @param sent the server's, in their places
 * @param me who has added those that wait
 */
export function shownPhotosOf(
  sent: readonly RowOf<'photos'>[],
  unsent: readonly UnsentPhoto[],
  me: PartnerId,
): readonly ShownPhoto[] {
  const sentById = new Map(sent.map((photo) => [photo.id, photo]))
  const unsentById = new Map(unsent.map((photo) => [photo.id, photo]))
  return wantedOrder(sent, unsent).flatMap((id, position) => {
    const photo = sentById.get(id)
    const waiting = unsentById.get(id)
    if (photo === undefined)
      return waiting === undefined ? [] : [waitingPhoto(waiting, position, me)]
    const { visibleSince: _, updatedAt: __, ...fields } = photo
    return [{ ...fields, position, state: 'sent' } as const]
  })
}

function waitingPhoto(photo: UnsentPhoto, position: number, me: PartnerId): ShownPhoto {
  const { id, entryId, width, height, placeholder, description, writtenAt, problem } = photo
  const picture = { width, height, placeholder, description, bytes: 0 }
  const fields = { id, entryId, userId: me, position, ...picture, createdAt: writtenAt }
  return problem === undefined
    ? { ...fields, state: 'waiting' }
    : { ...fields, state: 'refused', reason: problem }
}

/** How far the photos of an entry have been sent. */
export interface PhotoProgress {
  readonly sent: number
  readonly all: number
}

/** Undefined where none waits. A refused one does not count: it is not on its way. */
export function progressOf(photos: readonly ShownPhoto[]): PhotoProgress | undefined {
  const onTheirWay = photos.filter(({ state }) => state !== 'refused')
  const sent = onTheirWay.filter(({ state }) => state === 'sent').length
  return sent === onTheirWay.length ? undefined : { sent, all: onTheirWay.length }
}

/** How many photos wait to be sent. */
export function unsentPhotoCount(unsent: UnsentByEntry): number {
  return [...unsent.values()].reduce((sum, photos) => sum + photos.length, 0)
}
