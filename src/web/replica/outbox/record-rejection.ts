import { editOf } from '../../../domain/entry.ts'
import { newId, type PartnerId } from '../../../domain/ids.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { TypedText } from '../mutations/kind.ts'
import {
  aggregateIdOf,
  kindOf,
  removesRow,
  typedIn,
  type Mutation,
  type MutationName,
} from '../mutations/registry.ts'
import type { RejectionReason } from '../mutations/send-result.ts'
import { addDraft } from '../store/draft-rows.ts'
import { takeUnsentPhotos } from '../store/kept-photos.ts'
import { queuedOf, removeQueued } from './outbox.ts'

export interface RejectionOptions {
  /** The mutations that were queued after this one and cannot succeed without it. */
  readonly dependents?: readonly Queued[]
  /** True where an open form holds the text as its own draft. */
  readonly isHeld?: boolean
}

/**
 * Stores a rejection: the message for the screen and the typed text as a draft (D26). Of
 * several texts of one row the last one is kept; of what was deleted meanwhile nothing is.
 */
export function recordRejection(
  rows: Transaction,
  mutation: Mutation,
  reason: RejectionReason,
  { dependents = [], isHeld = false }: RejectionOptions = {},
): void {
  const isSameRow = isAboutRowOf(mutation, rows.me)
  const ofRow = dependents.filter((queued) => isSameRow(queued.mutation))
  if (ofRow.some((queued) => removesRow(queued.mutation))) return
  for (const queued of dependents) if (!ofRow.includes(queued)) keepText(rows, queued.mutation)
  const typed = typedLast(mutation, ofRow)
  // The form of an edit is gone with its entry.
  const form = reason === 'gone' ? 'new-entry' : typed?.form
  const key =
    typed === undefined || form === undefined || isHeld
      ? undefined
      : addDraft(
          rows,
          form,
          withPhotos(rows, mutation, reason, withBase(rows, mutation, reason, typed.value)),
        )
  const entryId = 'entryId' in mutation ? mutation.entryId : undefined
  const details = { id: newId(), entryId, keptText: typed?.text, ...(key && { draftKey: key }) }
  const { action } = mutation
  rows.put('refusals', { ...details, ...rejectedAs(action, reason) })
}

/** An edit that was rejected as it is goes on from the entry that was there: no other person has changed it. */
function withBase(
  rows: Transaction,
  mutation: Mutation,
  reason: RejectionReason,
  value: unknown,
): unknown {
  if (mutation.action !== 'edit-entry' || reason !== 'rejected') return value
  const held = rows.get('entries', mutation.entryId)
  if (held === undefined || held.editVersion !== mutation.baseVersion) return value
  return { ...mutation.edit, ...(value as object), base: editOf(held) }
}

/** The photos of an entry that was never taken, or is gone, wait with its text. */
function withPhotos(
  rows: Transaction,
  mutation: Mutation,
  reason: RejectionReason,
  value: unknown,
): unknown {
  const isGone = mutation.action === 'edit-entry' && reason === 'gone'
  if (mutation.action !== 'create-entry' && !isGone) return value
  const photos = takeUnsentPhotos(rows, mutation.entryId)
  return photos.length === 0 ? value : { ...(value as object), photos }
}

function rejectedAs(action: MutationName, reason: RejectionReason) {
  if (action === 'edit-entry') return { action, reason }
  if (action === 'create-reply' || action === 'edit-reply')
    return { action, reason: reason === 'gone' ? reason : 'rejected' } as const
  return { action, reason: 'rejected' } as const
}

function isAboutRowOf(mutation: Mutation, me: PartnerId): (other: Mutation) => boolean {
  const kind = kindOf(mutation)
  const key = kind.rowKey(mutation, me)
  return (other) => kindOf(other).table === kind.table && kindOf(other).rowKey(other, me) === key
}

/** A reply to an entry that was never taken has no form of its own. */
function keepText(rows: Transaction, mutation: Mutation): void {
  const typed = typedIn(mutation)
  if (typed !== undefined) addDraft(rows, 'new-entry', typed.value)
}

/** Removes what cannot succeed any more once this mutation, itself removed, is rejected. */
export function removeDependents(rows: Transaction, mutation: Mutation): readonly Queued[] {
  const later = queuedOf(rows, aggregateIdOf(mutation))
  const kind = kindOf(mutation)
  const dependents = later.filter(
    (queued) => kind.isRequiredBy?.(queued.mutation, mutation) === true,
  )
  removeQueued(rows, dependents)
  return dependents
}

/** The newest text, for the form of the rejected mutation. */
function typedLast(mutation: Mutation, dependents: readonly Queued[]): TypedText | undefined {
  const typed = typedIn(mutation)
  if (typed === undefined) return undefined
  const later = dependents.flatMap((queued) => typedIn(queued.mutation) ?? [])
  return { ...typed, ...later.at(-1), form: typed.form }
}
