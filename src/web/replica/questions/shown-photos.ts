import type { RowOf } from '../../../domain/table-schemas.ts'
import type { UnsentByEntry, UnsentPhoto } from '../memory/unsent-photos.ts'
import type { ShownPhoto } from './shown.ts'

/**
 * The photos of an entry with what is known of their sending.
 *
 * @param photos sent and unsent, in the order in which the person has put them
 */
export function shownPhotosOf(
  photos: readonly RowOf<'photos'>[],
  unsent: readonly UnsentPhoto[],
): readonly ShownPhoto[] {
  return photos.map((photo) => {
    const { visibleSince: _, updatedAt: __, ...fields } = photo
    const waiting = unsent.find(({ id }) => id === photo.id)
    if (waiting === undefined) return { ...fields, state: 'sent' }
    const { problem } = waiting
    return problem === undefined
      ? { ...fields, state: 'waiting' }
      : { ...fields, state: 'rejected', reason: problem }
  })
}

/** How far the photos of an entry have been sent. */
export interface PhotoProgress {
  readonly sent: number
  readonly all: number
}

/** Undefined where none waits. A refused one does not count: it is not on its way. */
export function progressOf(photos: readonly ShownPhoto[]): PhotoProgress | undefined {
  const onTheirWay = photos.filter(({ state }) => state !== 'rejected')
  const sent = onTheirWay.filter(({ state }) => state === 'sent').length
  return sent === onTheirWay.length ? undefined : { sent, all: onTheirWay.length }
}

/** How many photos wait to be sent. */
export function unsentPhotoCount(unsent: UnsentByEntry): number {
  return [...unsent.values()].reduce((sum, photos) => sum + photos.length, 0)
}
