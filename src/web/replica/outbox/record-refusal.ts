import { v4 } from 'uuid'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { TypedText } from '../mutations/kind.ts'
import { aggregateIdOf, kindOf, type Mutation } from '../mutations/registry.ts'
import type { RefusalReason } from '../mutations/send-result.ts'
import { addDraft } from '../store/draft-rows.ts'
import { queuedOf, removeQueued } from './outbox.ts'

export interface RefusalOptions {
  /** What was queued after the mutation and cannot succeed without it. */
  readonly dependents?: readonly Queued[]
  /** True where an open form holds the text as its own draft. */
  readonly isHeld?: boolean
}

/**
 * Stores a refusal: the message for the screen and the typed text as a draft (D26). Of
 * several texts the last one is kept; of what was deleted meanwhile nothing is.
 */
export function recordRefusal(
  rows: Transaction,
  mutation: Mutation,
  reason: RefusalReason,
  { dependents = [], isHeld = false }: RefusalOptions = {},
): void {
  if (dependents.some((queued) => kindOf(queued.mutation).deletesAggregate)) return
  const typed = typedLast(mutation, dependents)
  // The form of an edit is gone with its entry.
  const form = reason === 'gone' ? 'new-entry' : typed?.form
  if (typed !== undefined && form !== undefined && !isHeld) addDraft(rows, form, typed.value)
  const entryId = 'entryId' in mutation ? mutation.entryId : undefined
  const details = { id: v4(), entryId, keptText: typed?.text }
  const { action } = mutation
  rows.put(
    'refusals',
    action === 'edit-entry'
      ? { ...details, action, reason }
      : { ...details, action, reason: 'rejected' },
  )
}

/** Removes what cannot succeed any more once this mutation, itself removed, is refused. */
export function removeDependents(rows: Transaction, mutation: Mutation): readonly Queued[] {
  const later = queuedOf(rows, aggregateIdOf(mutation))
  const kind = kindOf(mutation)
  const dependents = later.filter((queued) => kind.isRequiredBy?.(queued.mutation) === true)
  removeQueued(rows, dependents)
  return dependents
}

/** The newest text, for the form of the refused mutation. */
function typedLast(mutation: Mutation, dependents: readonly Queued[]): TypedText | undefined {
  const typed = kindOf(mutation).typed?.(mutation)
  if (typed === undefined) return undefined
  const later = dependents.flatMap(
    (queued) => kindOf(queued.mutation).typed?.(queued.mutation) ?? [],
  )
  return { ...typed, ...later.at(-1), form: typed.form }
}
