import type { Reply } from '../../../domain/table-schemas.ts'
import type { Queued } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { aggregateIdOf, insertedIdOf, kindOf } from '../mutations/registry.ts'
import { replyDraft } from '../mutations/replies.ts'
import type { DeletedRows, ReturnedRow, SendResult } from '../mutations/send-result.ts'
import { applyRows, applyTombstone, forEver } from '../store/apply-rows.ts'
import { resolveSentEdit, resolveSentReply } from '../store/sent-edits.ts'
import { queuedOf, removeQueued } from './outbox.ts'
import { recordRejection, removeDependents } from './record-rejection.ts'
import { noteOtherWentThrough } from './retry-state.ts'

/**
 * Applies the result of a mutation: the row that came back, the end of the mutation and, for a rejection,
 * message and kept text, in one change. So the screen changes from "row with mutation" to "new row" without
 * a state between. Does nothing when another tab has taken it in meanwhile.
 */
export function applyResult(
  rows: Transaction,
  queued: Queued,
  result: Extract<SendResult, { kind: 'done' | 'rejected' }>,
): void {
  if (rows.get('outbox', queued.id) === undefined) return
  removeQueued(rows, [queued])
  const others = result.kind === 'done' ? (result.others ?? []) : []
  for (const returned of [...(result.returned ? [result.returned] : []), ...others])
    applyRows(rows, returned.table, [returned.row])
  if (result.kind === 'rejected') applyRejection(rows, queued, result.reason)
  else applyDone(rows, queued, result)
}

function applyDone(
  rows: Transaction,
  queued: Queued,
  { deleted, returned }: Extract<SendResult, { kind: 'done' }>,
): void {
  if (deleted !== undefined) applyDelete(rows, deleted)
  rememberId(rows, queued)
  rememberEdit(rows, queued, returned)
  rebaseEdits(rows, queued, returned)
  noteOtherWentThrough(rows)
}

function applyRejection(
  rows: Transaction,
  { mutation }: Queued,
  reason: Extract<SendResult, { kind: 'rejected' }>['reason'],
): void {
  recordRejection(rows, mutation, reason, { dependents: removeDependents(rows, mutation) })
  // A row that was never inserted need not be deleted.
  const inserted = insertedIdOf(mutation)
  if (inserted !== undefined) rows.remove('deletions', inserted)
}

/**
 * The time of the removal is not known here, only that it is later than the row held: its own
 * version is enough to block echoes of the row. A personal quote never comes back at all, also where
 * its row has not arrived here yet.
 */
function applyDelete(rows: Transaction, { table, ids }: DeletedRows): void {
  for (const rowId of ids) {
    rows.remove('lostRows', `${table} ${rowId}`)
    const held: Pick<Reply, 'updatedAt' | 'userId'> | undefined = rows.get(table, rowId)
    // A derived id may belong to the partner's row, which is not gone (decision 0011).
    const mayBeTheirs = table !== 'entries' && table !== 'photos'
    if (held !== undefined && mayBeTheirs && held.userId !== rows.me) continue
    const removedAt = table === 'custom_quotes' ? forEver : held?.updatedAt
    if (removedAt !== undefined) applyTombstone(rows, { table, rowId, removedAt })
  }
}

function rememberId(rows: Transaction, { mutation }: Queued): void {
  const id = insertedIdOf(mutation)
  if (id !== undefined && kindOf(mutation).keepId?.(mutation) === true) rows.put('knownIds', { id })
}

function rememberEdit(
  rows: Transaction,
  { mutation }: Queued,
  returned: ReturnedRow | undefined,
): void {
  if (returned?.table === 'replies') rememberReply(rows, returned.row)
  if (mutation.action === 'delete-reply') rows.remove('sentEdits', mutation.replyId)
  if (mutation.action !== 'edit-entry' || returned?.table !== 'entries') return
  const { entryId, edit } = mutation
  const { editVersion, updatedAt } = returned.row
  rows.put('sentEdits', { entryId, edit, editVersion, updatedAt })
  // The removal may have come before this answer.
  resolveSentEdit(rows, entryId)
}

function rememberReply(rows: Transaction, { id, entryId, content, updatedAt }: Reply): void {
  const edit = replyDraft(content)
  rows.put('sentEdits', { entryId: id, replyTo: entryId, edit, editVersion: 0, updatedAt })
  resolveSentReply(rows, id)
}

/** Bases what was queued while this mutation was on its way on the version that came back. */
function rebaseEdits(rows: Transaction, sent: Queued, returned: ReturnedRow | undefined): void {
  if (returned === undefined) return
  for (const queued of queuedOf(rows, aggregateIdOf(sent.mutation))) {
    const kind = kindOf(queued.mutation)
    if (kind.table !== returned.table || kind.rebase === undefined) continue
    const mutation = kind.rebase(queued.mutation, sent.mutation, returned.row)
    if (mutation !== queued.mutation) rows.put('outbox', { ...queued, mutation })
  }
}
