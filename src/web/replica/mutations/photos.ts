import type { EntryId, PhotoId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { aboutRow } from './about-row.ts'
import type { AnyMutation, MutationKind } from './kind.ts'
import { done, doneWith, failed, rejected, sendDelete } from './send-result.ts'

interface AboutPhoto {
  readonly photoId: PhotoId
  /** Changes of photos are sent in one order with their entry. */
  readonly entryId: EntryId
}

export interface RemovePhoto extends AboutPhoto {
  readonly action: 'remove-photo'
}

export interface DescribePhoto extends AboutPhoto {
  readonly action: 'describe-photo'
  readonly description: string
}

/** Puts the photos of an entry into an order; those that it does not name come behind, in theirs. */
export interface OrderPhotos {
  readonly action: 'order-photos'
  readonly entryId: EntryId
  readonly photoIds: readonly PhotoId[]
}

const ofEntry = aboutRow('photos', 'entryId')

const aboutPhoto = { ...ofEntry, rowKey: ({ photoId }: AboutPhoto): string => photoId }

export const removePhoto: MutationKind<RemovePhoto, 'photos'> = {
  ...aboutPhoto,
  action: 'remove-photo',
  apply: () => undefined,
  merge: (before, mutation) => (isDescriptionOf(before, mutation) ? mutation : undefined),
  send: async (calls, { photoId }) => sendDelete(calls, 'photos', photoId),
  deletesRow: true,
}

export const describePhoto: MutationKind<DescribePhoto, 'photos'> = {
  ...aboutPhoto,
  action: 'describe-photo',
  apply: (row, { description }) =>
    row === undefined || row.description === description ? row : { ...row, description },
  merge: (before, mutation) => (isDescriptionOf(before, mutation) ? mutation : undefined),
  async send(calls, { photoId: id, description }) {
    const answer = await calls.update('photos', { id }, { description })
    if (!answer.ok) return failed(answer.code)
    if (answer.value !== undefined) return doneWith('photos', answer.value)
    const held = await calls.read('photos', { id })
    if (!held.ok) return failed(held.code)
    // A photo that is gone needs no description.
    return held.value === undefined ? done : rejected
  },
}

export const orderPhotos: MutationKind<OrderPhotos, 'photos'> = {
  ...ofEntry,
  action: 'order-photos',
  rowKey: ({ entryId }) => `order ${entryId}`,
  apply: (row) => row,
  arrange: inOrder,
  merge: (before, mutation) => (before.action === 'order-photos' ? mutation : undefined),
  async send(calls, { entryId, photoIds }) {
    const answer = await calls.orderPhotos(entryId, photoIds)
    if (!answer.ok) return failed(answer.code)
    const others = answer.value.map((row) => ({ table: 'photos', row }) as const)
    return { ...done, others }
  },
}

/** The rows with their new places; the identical array where their order is this one. */
function inOrder(
  rows: readonly RowOf<'photos'>[],
  { photoIds }: Pick<OrderPhotos, 'photoIds'>,
): readonly RowOf<'photos'>[] {
  const placeOf = ({ id }: RowOf<'photos'>) => {
    const place = photoIds.indexOf(id)
    return place === -1 ? photoIds.length : place
  }
  const before = rows.toSorted((one, other) => one.position - other.position)
  const after = before.toSorted((one, other) => placeOf(one) - placeOf(other))
  if (after.every((row, place) => row === before[place])) return rows
  return after.map((row, position) => (row.position === position ? row : { ...row, position }))
}

function isDescriptionOf(before: AnyMutation, { photoId }: AboutPhoto): boolean {
  return before.action === 'describe-photo' && (before as DescribePhoto).photoId === photoId
}
