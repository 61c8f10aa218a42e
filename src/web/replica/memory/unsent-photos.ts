import type { FormPhoto } from '../../../domain/form-photos.ts'
import type { EntryId, Instant, PartnerId, PhotoId } from '../../../domain/ids.ts'
import { fullBytesLimit, previewBytesLimit } from '../../../domain/limits.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { isSameRows } from './row-order.ts'

/**
 * Why a photo is not sent by itself any more.
 *
 * - `too-many`: its entry has as many as it may have
 * - `too-large`: something on the way takes no request of this size
 * - `not-taken`: the server refuses this photo
 * - `no-room`: the server takes no photos now; the next start tries it again
 * - `lost`: its pictures are not on this device any more
 * - `fault`: the server failed on it again and again; the next start tries it again
 */
export const photoRejections = [
  'too-many',
  'too-large',
  'not-taken',
  'no-room',
  'lost',
  'fault',
] as const
export type PhotoRejection = (typeof photoRejections)[number]

/** A photo of this person's that the server does not have; its pictures are among those that the device keeps. */
export interface UnsentPhoto extends FormPhoto {
  readonly entryId: EntryId
  /** Its wanted place among all photos of its entry, from 0. */
  readonly order: number
  /** By the device's clock. */
  readonly writtenAt: Instant
  /** Milliseconds of the device's clock. */
  readonly queuedAt: number
  /** True once it was handed to the network: the server may have it. */
  readonly isInFlight?: true
  /** Faults of the server on it so far. */
  readonly tries?: number
  readonly problem?: PhotoRejection
}

/** The fields of a form's photo, of a photo that has more. */
export function formPhotoOf(photo: FormPhoto): FormPhoto {
  const { id, width, height, placeholder, description } = photo
  return { id, width, height, placeholder, description }
}

/** Photos that wait, by their entry, each in the order in which they are sent. */
export type UnsentByEntry = ReadonlyMap<EntryId, readonly UnsentPhoto[]>

/** @param before of which a list stays the identical one where its photos do */
export function unsentByEntry(
  photos: Iterable<UnsentPhoto>,
  before: UnsentByEntry = new Map(),
): UnsentByEntry {
  const lists = new Map<EntryId, readonly UnsentPhoto[]>()
  for (const photo of inSendingOrder(photos))
    lists.set(photo.entryId, [...(lists.get(photo.entryId) ?? []), photo])
  for (const [id, list] of lists) {
    const former = before.get(id) ?? []
    if (isSameRows(former, list)) lists.set(id, former)
  }
  return lists
}

/** Those that were added first come first; of the same entry those before others in it. */
export function inSendingOrder(photos: Iterable<UnsentPhoto>): readonly UnsentPhoto[] {
  return [...photos].sort(
    (one, other) =>
      one.queuedAt - other.queuedAt || one.order - other.order || (one.id < other.id ? -1 : 1),
  )
}

/**
 * The photos of an entry as the person has put them, sent and unsent; refused ones come last. One that the server has by
 * now, and whose answer has not come yet, is sent, at the place where the person has put it.
 */
export function wantedOrder<Sent extends { readonly id: PhotoId }>(
  sent: readonly Sent[],
  unsent: readonly UnsentPhoto[],
): readonly (Sent | UnsentPhoto)[] {
  const waiting = new Set(unsent.map(({ id }) => id))
  const here = new Map(sent.map((photo) => [photo.id, photo]))
  const photos: (Sent | UnsentPhoto)[] = sent.filter(({ id }) => !waiting.has(id))
  for (const photo of unsent.toSorted((one, other) => one.order - other.order))
    photos.splice(photo.order, 0, here.get(photo.id) ?? photo)
  const isRejected = (photo: Sent | UnsentPhoto) => 'problem' in photo
  return [...photos.filter((photo) => !isRejected(photo)), ...photos.filter(isRejected)]
}

/** The rows of an entry's photos with those that wait to be sent, each at its place. */
export function withUnsent(
  sent: readonly RowOf<'photos'>[],
  unsent: readonly UnsentPhoto[],
  me: PartnerId,
): readonly RowOf<'photos'>[] {
  return wantedOrder(sent, unsent).map((photo, position) =>
    'order' in photo ? rowOf(photo, position, me) : { ...photo, position },
  )
}

function rowOf(photo: UnsentPhoto, position: number, userId: PartnerId): RowOf<'photos'> {
  const { entryId, writtenAt } = photo
  const times = { createdAt: writtenAt, visibleSince: writtenAt, updatedAt: writtenAt }
  return { ...formPhotoOf(photo), entryId, userId, position, bytes: mostBytes, ...times }
}

/** Pictures are not in memory: one that waits counts as long as it may be. */
const mostBytes = previewBytesLimit + fullBytesLimit
