import type { EntryEdit } from '../../../domain/entry.ts'
import type { PhotoChanges } from '../../../domain/form-photos.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { Transaction } from '../memory/transaction.ts'
import { kindOf, type Mutation } from '../mutations/registry.ts'
import { endDraft, type SentDraft } from '../store/draft-rows.ts'
import { enqueue } from '../store/queue.ts'
import type { Store } from '../store/store.ts'
import { isDeletion, letWait } from './deletions.ts'
import { changesRows, isIdConsumed, queuedOf, rowOf, shownRow } from './outbox.ts'
import { changeUnsentPhotos, photoMutations, queuePhotos } from './photo-writes.ts'
import { recordRejection } from './record-rejection.ts'

export interface WriteContext {
  readonly store: Store
  /** The tab, which alone may undo a deletion it asked for. */
  readonly tab: string
  /** Milliseconds since 1970 by the device's clock. */
  readonly now: () => number
  /** Sends what is to be tried again; what is queued is sent by itself. */
  readonly tryAgain: () => void
}

export interface WriteOptions {
  /** The form's draft, which the mutation takes the place of. */
  readonly draft?: SentDraft | undefined
  /** A mutation that is queued behind it in the same change. */
  readonly followedBy?: Mutation | undefined
  /** The form's changes of the photos of its entry. */
  readonly photos?: { readonly changes: PhotoChanges; readonly writtenAt: Instant } | undefined
  /** For an entry's text: the entry as the form showed it, which must not have changed since. */
  readonly seen?: EntryEdit | undefined
}

/**
 * Queues a mutation and removes the draft it was typed in, in one change. A mutation that changes nothing is
 * not queued; a deletion waits until it cannot be undone any more.
 *
 * @returns `refused` where a text's row is gone or is another than was seen: then only the rejection was stored
 */
export function write(
  context: WriteContext,
  mutation: Mutation,
  options: WriteOptions = {},
): 'stored' | 'refused' {
  return context.store.change((rows) => {
    if (!isDeletion(mutation)) return queue(rows, context, mutation, options)
    letWait(rows, mutation, context.now(), context.tab)
    return 'stored'
  }).value
}

function queue(
  rows: Transaction,
  context: WriteContext,
  mutation: Mutation,
  { draft, followedBy, seen, photos }: WriteOptions,
): 'stored' | 'refused' {
  if (changeUnsentPhotos(rows, mutation, context.now())) return 'stored'
  const kind = kindOf(mutation)
  const about = queuedOf(rows, kind.aggregateId(mutation))
  const shown = shownRow(rows, mutation, about)
  const entryOf = (id: EntryId) => context.store.memory.shown.get('entries', id)
  const reason = kind.conflict?.(mutation, shown, { entryOf, seen })
  if (reason !== undefined) {
    recordRejection(rows, mutation, reason, { isHeld: draft !== undefined })
    return 'refused'
  }
  if (draft !== undefined) endDraft(rows, draft)
  const wasUsed = isConsumed(rows, mutation)
  if (!wasUsed && changesRows(rows, mutation, about)) {
    const isFollowing = about.some(
      (one) => kind.merge?.(one.mutation, mutation, rows.me) !== undefined,
    )
    const based = kind.basedOn?.(mutation, rowOf(rows, mutation), isFollowing) ?? mutation
    enqueue(rows, based, context.now())
  }
  if (followedBy !== undefined) queue(rows, context, followedBy, {})
  if (photos !== undefined && !wasUsed && 'entryId' in mutation)
    changePhotos(rows, context, mutation.entryId, photos)
  return 'stored'
}

function changePhotos(
  rows: Transaction,
  context: WriteContext,
  entryId: EntryId,
  { changes, writtenAt }: NonNullable<WriteOptions['photos']>,
): void {
  queuePhotos(rows, entryId, changes.added, { writtenAt, now: context.now() })
  for (const mutation of photoMutations(entryId, changes)) queue(rows, context, mutation, {})
}

/** True for an insert under an id that must not be used again. */
function isConsumed(rows: Transaction, mutation: Mutation): boolean {
  const kind = kindOf(mutation)
  const id = kind.idIsNeverReused && kind.insertedId?.(mutation)
  return typeof id === 'string' && isIdConsumed(rows, kind.table, id)
}
