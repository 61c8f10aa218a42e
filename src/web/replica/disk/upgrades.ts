import { newId } from '../../../domain/ids.ts'
import type { IDBPTransaction } from 'idb'
import { syncedTables } from '../../../domain/journal-tables.ts'
import type { Draft, Progress, Queued, Rejection, WaitingDeletion } from '../memory/stored-rows.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import type { Mutation } from '../mutations/registry.ts'
import { shapeOf } from './stored-fields.ts'

export type OldTransaction = IDBPTransaction<unknown, string[], 'versionchange'>

/** A draft as version 0.1.0 kept it: `create:ideen`, `edit:<id>`, `custom-quote`, `custom-quote:2`. */
interface OldDraft {
  readonly key: string
  readonly value: unknown
}

/**
 * Drafts have keys of their own now. Of several under one old name, the one without a number was being
 * typed and the others had come back after it, in the order of their numbers.
 */
export async function upgradeDrafts(
  transaction: OldTransaction,
  drafts: readonly (OldDraft | Draft)[],
  isNamed: boolean,
): Promise<void> {
  const store = transaction.objectStore('drafts')
  const inOrder = drafts.toSorted((one, other) => placeOf(one.key) - placeOf(other.key))
  const taken = inOrder.map(({ key, value }, index) => ({
    key: newId(),
    form: formOf(key),
    order: index + 1,
    owner: undefined,
    value,
  }))
  await Promise.all((isNamed ? taken : drafts).map(async (draft) => store.put(draft)))
}

function placeOf(key: string): number {
  return Number(/:(\d{1,6})$/.exec(key)?.[1] ?? 1)
}

function formOf(key: string): DraftForm {
  if (key.startsWith('create:')) return 'new-entry'
  if (key.startsWith('edit:')) return `edit:${key.split(':')[1] ?? ''}`
  return 'custom-quote'
}

/** A queued mutation of version 0.1.0, which marked in the row what had been handed to the network. */
interface OldQueued extends Pick<Queued, 'seq' | 'trouble'> {
  readonly attempted: 0 | 1
  readonly operation: Mutation
}

/** A queued mutation with the mark of what is in flight in a store of its own. */
interface MarkedApart extends Omit<Queued, 'isInFlight'> {
  readonly aggregateId: string
}

/** Mutations have a key that two tabs never give twice, and the mark in their row. */
export async function upgradeOutbox(
  transaction: OldTransaction,
  queue: readonly (OldQueued | MarkedApart)[],
  marked: readonly IDBValidKey[],
  isOld: boolean,
): Promise<void> {
  const store = transaction.objectStore('outbox')
  const taken = queue.map((queued): Queued => {
    if (isOld && 'operation' in queued) {
      const { seq, attempted, operation: mutation, trouble } = queued
      return rowOf({ seq, id: newId(), mutation }, trouble, attempted === 1)
    }
    const { aggregateId: _, trouble, ...kept } = queued as MarkedApart
    return rowOf(kept, trouble, marked.includes(kept.id))
  })
  await Promise.all(taken.map(async (queued) => store.put(queued)))
}

function rowOf(
  kept: Omit<Queued, 'trouble' | 'isInFlight'>,
  trouble: Queued['trouble'],
  isInFlight: boolean,
): Queued {
  return { ...kept, ...(trouble && { trouble }), ...(isInFlight && { isInFlight }) }
}

/** Rejections have a key that two tabs never give twice. */
export async function upgradeRejections(
  transaction: OldTransaction,
  rejections: readonly Rejection[],
): Promise<void> {
  const store = transaction.objectStore('refusals')
  await Promise.all(rejections.map(async (rejection) => store.put({ ...rejection, id: newId() })))
}

/** How far a table had been read in version 0.1.0. */
type OldProgress = Pick<Progress, 'table' | 'cursor'> & {
  readonly older: Progress['backfillCursor']
}

/** The backfill's cursor has its name. */
export async function upgradeProgress(transaction: OldTransaction): Promise<void> {
  const store = transaction.objectStore('progress')
  const rows = (await store.getAll()) as readonly (OldProgress | Progress)[]
  for (const progress of rows) {
    if ('backfillCursor' in progress) continue
    const { table, cursor, older: backfillCursor } = progress
    await store.put({ table, cursor, backfillCursor })
  }
}

/** Removals are read once more, because the copy did not note of which kind they are. */
export async function readRemovalsAgain(transaction: OldTransaction): Promise<void> {
  const store = transaction.objectStore('progress')
  const progress = (await store.get('removals')) as Progress | undefined
  if (progress !== undefined) await store.put({ ...progress, cursor: undefined })
}

/**
 * Leaves what can still be undone to the tab that may have held the copy until now: it goes on in that tab's memory,
 * and an undo there would not reach the copy any more. Where no such tab is, what was to be deleted stays. What is due
 * is kept, because a frozen tab sends nothing.
 */
export async function leaveUndoable(transaction: OldTransaction, now: number): Promise<void> {
  const store = transaction.objectStore('deletions')
  const waiting = (await store.getAll()) as readonly WaitingDeletion[]
  const undoable = waiting.filter(({ due }) => due > now)
  await Promise.all(undoable.map(async ({ entryId }) => store.delete(entryId)))
}

/** Notes what was known of each table when it was read; before this version no column or word was added to one. */
export async function noteShapes(transaction: OldTransaction): Promise<void> {
  const store = transaction.objectStore('progress')
  const rows = (await store.getAll()) as readonly Progress[]
  const known = rows.filter(({ table }) => syncedTables.includes(table))
  await Promise.all(known.map(async (row) => store.put({ ...row, shape: shapeOf(row.table) })))
}
