import type { Instant, PartnerId } from '../../../domain/ids.ts'
import { applyRows, applyTombstone, forEver, mirrorScope } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { settleSentEdit } from '../copy/sent-edits.ts'
import type { Queued } from '../copy/stored-rows.ts'
import { kindOf } from '../mutations/registry.ts'
import type { DeletedRows, ReturnedRow, SendResult } from '../mutations/send-result.ts'
import { outboxScope, queuedOf, removeQueued } from './outbox.ts'
import { recordRefusal, removeDependents } from './record-refusal.ts'
import { noteOvertaking } from './trouble.ts'

/**
 * Stores the result of a mutation: the row that came back, the end of the mutation and, for a
 * refusal, message and kept text, in one transaction. So the screen changes from "row with mutation"
 * to "new row" without a state between. Does nothing when another tab has stored it meanwhile.
 *
 * @returns whether it stored the result
 */
export async function applyResult(
  database: ReplicaDatabase,
  queued: Queued,
  result: Extract<SendResult, { kind: 'done' | 'refused' }>,
  me: PartnerId,
): Promise<boolean> {
  const { outbox, knownIds, deletions } = database
  const scope = [...outboxScope(database), knownIds, deletions]
  return database.transaction('rw', [...mirrorScope(database), ...scope], async () => {
    if ((await outbox.get(queued.seq)) === undefined) return false
    await removeQueued(database, [queued])
    if (result.returned !== undefined) await storeRow(database, result.returned)
    if (result.kind === 'refused') await applyRefusal(database, queued, result.reason)
    else await applyDone(database, queued, result, me)
    return true
  })
}

async function applyDone(
  database: ReplicaDatabase,
  queued: Queued,
  { deleted, returned }: Extract<SendResult, { kind: 'done' }>,
  me: PartnerId,
): Promise<void> {
  if (deleted !== undefined) await applyDelete(database, deleted, me)
  await rememberId(database, queued)
  await rememberEdit(database, queued, returned)
  await rebaseEdits(database, queued, returned)
  await noteOvertaking(database)
}

async function storeRow(database: ReplicaDatabase, { table, row }: ReturnedRow): Promise<void> {
  await applyRows(database, table, [row])
}

async function applyRefusal(
  database: ReplicaDatabase,
  { aggregateId, mutation }: Queued,
  reason: Extract<SendResult, { kind: 'refused' }>['reason'],
): Promise<void> {
  const dependents = await removeDependents(database, mutation)
  await recordRefusal(database, mutation, reason, { dependents })
  const kind = kindOf(mutation)
  // What was never inserted need not be deleted.
  if (kind.table === 'entries' && kind.insertedId !== undefined)
    await database.deletions.delete(aggregateId as never)
}

interface HeldRow {
  readonly updatedAt: Instant
  readonly userId: PartnerId
}

/**
 * The time of the removal is not known here, only that it is later than the row held: its own
 * version is enough to block echoes of the row. A personal quote never comes back at all, also where
 * its row has not arrived here yet.
 */
async function applyDelete(
  database: ReplicaDatabase,
  { table, ids }: DeletedRows,
  me: PartnerId,
): Promise<void> {
  if (table === 'removals' || table === 'profiles' || table === 'last_looks') return
  for (const rowId of ids) {
    const held = await database.table<HeldRow, string>(table).get(rowId)
    // A derived id may belong to the partner's row, which is not gone (decision 0011).
    if (held !== undefined && table !== 'entries' && held.userId !== me) continue
    const removedAt = table === 'custom_quotes' ? forEver : held?.updatedAt
    if (removedAt !== undefined) await applyTombstone(database, { table, rowId, removedAt })
  }
}

async function rememberId({ knownIds }: ReplicaDatabase, { mutation }: Queued): Promise<void> {
  const kind = kindOf(mutation)
  const id = kind.insertedId?.(mutation)
  if (id !== undefined && kind.mustStayKnown?.(mutation) === true) await knownIds.put({ id })
}

async function rememberEdit(
  database: ReplicaDatabase,
  { mutation }: Queued,
  returned: ReturnedRow | undefined,
): Promise<void> {
  if (mutation.action !== 'edit-entry' || returned?.table !== 'entries') return
  const { entryId, edit } = mutation
  const { editVersion, updatedAt } = returned.row
  await database.sentEdits.put({ entryId, edit, editVersion, updatedAt })
  // The removal may have come before this answer.
  await settleSentEdit(database, entryId)
}

/** Bases what was queued while this mutation was on its way on the version that came back. */
async function rebaseEdits(
  database: ReplicaDatabase,
  sent: Queued,
  returned: ReturnedRow | undefined,
): Promise<void> {
  if (returned === undefined) return
  for (const queued of await queuedOf(database, sent.aggregateId)) {
    const kind = kindOf(queued.mutation)
    if (kind.table !== returned.table || kind.rebase === undefined) continue
    const mutation = kind.rebase(queued.mutation, sent.mutation, returned.row)
    if (mutation !== queued.mutation) await database.outbox.put({ ...queued, mutation })
  }
}
