import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { RowOf } from '../../backend/rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { endDraft, type SentDraft } from '../copy/draft-rows.ts'
import type { Queued } from '../copy/stored-rows.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { optimisticRow } from '../mutations/optimistic.ts'
import { kindOf, type Mutation } from '../mutations/registry.ts'
import type { RefusalReason } from '../mutations/send-result.ts'
import type { AnswerWait } from './answer-wait.ts'
import { isInsertSpent, rowOf } from './held-rows.ts'
import { enqueue, isInFlight, outboxScope, queuedOf, removeQueued } from './outbox.ts'
import { recordRefusal } from './record-refusal.ts'
import type { Sender } from './sender.ts'

export interface WriteContext {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  /** Milliseconds since 1970 by the device's clock. */
  readonly now: () => number
  /** This tab's sender, which each write rings; `undefined` while the copy is opening. */
  readonly sender: () => Pick<Sender, 'isReady' | 'ring'> | undefined
  /** Has screens wait for the answer; undefined where none do. */
  readonly answers?: Pick<AnswerWait, 'begin'> | undefined
}

export interface WriteOptions {
  /** The form's draft, which the mutation takes the place of. */
  readonly draft?: SentDraft | undefined
  /** For a text: why it must not be written over the entry as it is shown now, if so. */
  readonly conflict?: (shown: Entry | undefined) => RefusalReason | undefined
  /** True where the pressed control shows it already, or its form goes with the answer: the rest of the screen follows with it. */
  readonly isShown?: boolean
}

/**
 * Queues a mutation and removes the draft it was typed in, in one transaction. A mutation that
 * changes nothing is not queued; one that an unsent earlier one can take in is merged with it; what
 * has been in flight is never touched.
 *
 * @returns `refused` where `conflict` gave a reason: then only the refusal was stored
 */
export async function write(
  context: WriteContext,
  mutation: Mutation,
  options: WriteOptions = {},
): Promise<'stored' | 'refused'> {
  const { database } = context
  const stored = database.transaction('rw', scopeOf(database, mutation, options), async () => {
    const result = await store(context, mutation, options)
    if (options.isShown === true && result.marked !== undefined) context.answers?.begin()
    return result
  })
  context.sender()?.ring({ stored: stored.then(({ marked }) => marked) })
  return (await stored).outcome
}

interface Stored {
  readonly outcome: 'stored' | 'refused'
  /** The mutation where it may be sent without being read again. */
  readonly marked?: Queued | undefined
}

/** The tables of this mutation alone: with any other a write would wait for more reads. */
function scopeOf(database: ReplicaDatabase, mutation: Mutation, { draft, conflict }: WriteOptions) {
  const { drafts, refusals, tombstones, knownIds } = database
  const kind = kindOf(mutation)
  return [
    ...outboxScope(database),
    ...(kind.endsAggregate ? [] : [database.table(kind.table)]),
    ...(kind.isIdSpentForEver ? [tombstones, knownIds] : []),
    ...(draft === undefined && conflict === undefined ? [] : [drafts]),
    ...(conflict === undefined ? [] : [refusals]),
  ]
}

async function store(
  { database, me, now, sender }: WriteContext,
  mutation: Mutation,
  { draft, conflict }: WriteOptions,
): Promise<Stored> {
  const queuedAt = now()
  const kind = kindOf(mutation)
  if (kind.endsAggregate) {
    const queued = await queuedOf(database, kind.aggregateId(mutation))
    const marked = await storeDeletion(database, { mutation, queuedAt }, queued, sender()?.isReady)
    return { outcome: 'stored', marked }
  }
  // Asked for together: reads one after the other would hold up the sending.
  const queued = queuedOf(database, kind.aggregateId(mutation))
  const [earlier, row, isSpent] = await Promise.all([
    queued,
    rowOf(database, mutation, me),
    isInsertSpent(database, mutation, queued),
  ])
  const shown = shownOf({ mutation, queuedAt, row, me }, earlier)
  const reason = conflict?.(shown as Entry | undefined)
  if (reason !== undefined) {
    await recordRefusal(database, mutation, reason, { isHeld: draft !== undefined })
    return { outcome: 'refused' }
  }
  if (draft !== undefined) await endDraft(database, draft)
  const changed = kind.apply(shown, mutation, me) !== shown
  if (!changed || isSpent) return { outcome: 'stored' }
  const isReady = sender()?.isReady
  const marked = await mergeOrEnqueue(database, { mutation, queuedAt, row, me }, earlier, isReady)
  return { outcome: 'stored', marked }
}

interface NewMutation {
  readonly mutation: Mutation
  /** Milliseconds of the device's clock. */
  readonly queuedAt: number
}

/** A mutation and the server's row that it changes. */
interface Change extends NewMutation {
  readonly row: RowOf<MutableTable> | undefined
  readonly me: PartnerId
}

/** The row that the mutation changes, with these queued ones applied. */
function shownOf({ mutation, row, me }: Change, queued: readonly Queued[]) {
  const kind = kindOf(mutation)
  const mutations = queued.map((one) => one.mutation)
  return optimisticRow(kind.table, kind.rowKey(mutation, me), row, mutations, me)
}

/** The entry with what is queued about it applied; whether its deletion waits makes no difference. */
export async function entryWithQueued(
  database: ReplicaDatabase,
  id: EntryId,
  me: PartnerId,
): Promise<Entry | undefined> {
  const [row, queued] = await Promise.all([database.entries.get(id), queuedOf(database, id)])
  const mutations = queued.map((one) => one.mutation)
  return optimisticRow('entries', id, row, mutations, me)
}

async function mergeOrEnqueue(
  database: ReplicaDatabase,
  change: Change,
  queued: readonly Queued[],
  isSenderReady: boolean | undefined,
): Promise<Queued | undefined> {
  const { mutation, row, me } = change
  const kind = kindOf(mutation)
  const earlier = queued.findLast((one) => kind.merge(one.mutation, mutation) !== undefined)
  const merged = earlier && kind.merge(earlier.mutation, mutation)
  if (earlier !== undefined && merged !== undefined && !(await isInFlight(database, earlier))) {
    const others = queued.filter((one) => one !== earlier)
    const before = shownOf(change, others)
    // Back to what was there before: nothing is left to send.
    if (kindOf(merged).apply(before, merged, me) === before) await removeQueued(database, [earlier])
    else await database.outbox.put({ ...earlier, mutation: merged })
    return undefined
  }
  // Of one that was set aside nothing is on its way any more.
  if (earlier?.trouble?.kind === 'set-aside' && merged === mutation)
    await removeQueued(database, [earlier])
  const based = kind.basedOn?.(mutation, row, earlier !== undefined) ?? mutation
  return enqueue(database, based, change.queuedAt, isSenderReady)
}

/**
 * Queues a deletion; call it inside a transaction over `outboxScope`. What was never handed to the
 * network disappears without a trace, so that what was written and deleted offline never reaches the
 * partner. An insert whose id must stay known is sent and deleted all the same (D13). Where the first
 * of the aggregate's mutations was set aside, the deletion takes the place of all of them.
 *
 * @param queued what is queued about the same aggregate
 */
export async function storeDeletion(
  database: ReplicaDatabase,
  { mutation: deletion, queuedAt }: NewMutation,
  queued: readonly Queued[],
  isSenderReady?: boolean,
): Promise<Queued | undefined> {
  const insert = queued.find(({ mutation }) => isInsertOf(mutation, deletion))
  const mustBeSent =
    insert !== undefined && kindOf(insert.mutation).mustStayKnown?.(insert.mutation) === true
  if (insert !== undefined && !mustBeSent && !(await isInFlight(database, insert))) {
    await removeQueued(database, queued)
    return undefined
  }
  if (queued[0]?.trouble?.kind === 'set-aside' && !mustBeSent) await removeQueued(database, queued)
  else if (queued.some(({ mutation }) => mutation.action === deletion.action)) return undefined
  return enqueue(database, deletion, queuedAt, isSenderReady)
}

/** True for the insert of the very row that the deletion is about. */
function isInsertOf(mutation: Mutation, deletion: Mutation): boolean {
  const kind = kindOf(mutation)
  return kind.insertedId !== undefined && kind.table === kindOf(deletion).table
}
