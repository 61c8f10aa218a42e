import type { ReplicaDatabase } from '../copy/database.ts'
import { addDraft } from '../copy/draft-rows.ts'
import type { Queued, Refusal } from '../copy/stored-rows.ts'
import type { TypedText } from '../mutations/kind.ts'
import { aggregateIdOf, kindOf, type Mutation } from '../mutations/registry.ts'
import type { RefusalReason } from '../mutations/send-result.ts'
import { queuedOf, removeQueued } from './outbox.ts'

export interface RefusalOptions {
  /** What was queued after the mutation and cannot succeed without it. */
  readonly dependents?: readonly Queued[]
  /** True where an open form holds the text as its own draft. */
  readonly isHeld?: boolean
}

/**
 * Stores a refusal: the message for the screen and the typed text as a draft (D26). Of
 * several texts the last one is kept; of what was deleted meanwhile nothing is. Call it inside a
 * transaction over `refusals` and `drafts`.
 */
export async function recordRefusal(
  database: ReplicaDatabase,
  mutation: Mutation,
  reason: RefusalReason,
  { dependents = [], isHeld = false }: RefusalOptions = {},
): Promise<void> {
  if (dependents.some((queued) => kindOf(queued.mutation).endsAggregate)) return
  const typed = typedLast(mutation, dependents)
  // The form of an edit is gone with its entry.
  const form = reason === 'gone' ? 'new-entry' : typed?.form
  if (typed !== undefined && form !== undefined && !isHeld)
    await addDraft(database, form, typed.value)
  await database.refusals.add({
    ...causeOf(mutation, reason),
    entryId: 'entryId' in mutation ? mutation.entryId : undefined,
    keptText: typed?.text,
  })
}

function causeOf({ action }: Mutation, reason: RefusalReason): Pick<Refusal, 'action' | 'reason'> {
  return action === 'edit-entry' ? { action, reason } : { action, reason: 'rejected' }
}

/** Removes what cannot succeed any more once this mutation, itself removed, is refused. */
export async function removeDependents(
  database: ReplicaDatabase,
  mutation: Mutation,
): Promise<readonly Queued[]> {
  const later = await queuedOf(database, aggregateIdOf(mutation))
  const kind = kindOf(mutation)
  const dependents = later.filter((queued) => kind.isRequiredBy?.(queued.mutation) === true)
  await removeQueued(database, dependents)
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
