import type { Calls, Written } from '../backend/calls.ts'
import type { FailureCode, Result } from '../backend/result.ts'
import type { RowOf, SyncedTable } from '../backend/rows.ts'
import type { Entry } from '../../domain/entry.ts'
import type { PartnerId } from '../../domain/ids.ts'
import { sameText } from './entry-writes.ts'
import type { Refusal } from './journal.ts'
import { unreachable, type Operation, type OperationOf } from './operation.ts'

/** A row of the server that came back with an answer. */
export type AnsweredRow = {
  [Table in SyncedTable]: { readonly table: Table; readonly row: RowOf<Table> }
}[SyncedTable]

/** What became of one operation. Sending it again after any of these is safe. */
export type Outcome =
  | {
      readonly kind: 'done'
      readonly answer: AnsweredRow | undefined
      /** A row that is gone now, to be taken out of the copy. */
      readonly gone?: { readonly table: SyncedTable; readonly id: string }
    }
  | {
      readonly kind: 'refused'
      readonly reason: Refusal['reason']
      readonly answer: AnsweredRow | undefined
    }
  /** Nothing is decided: wait and send again. */
  | {
      readonly kind: 'paused'
      readonly code: Exclude<FailureCode, 'rejected' | 'duplicate'>
    }

const done = { kind: 'done', answer: undefined } as const
const rejected = { kind: 'refused', reason: 'rejected', answer: undefined } as const

function failed(code: FailureCode): Outcome {
  return code === 'rejected' || code === 'duplicate' ? rejected : { kind: 'paused', code }
}

function entryAnswer(row: Entry): AnsweredRow {
  return { table: 'entries', row }
}

/**
 * Sends one operation and reads what the answer means (architecture, "Outbox"). Stores nothing.
 *
 * @param me whose operation it is
 * @param heldVersion the edit version held for the entry, for an edit whose base was under way
 */
export async function send(
  calls: Calls,
  operation: Operation,
  me: PartnerId,
  heldVersion: number | undefined,
): Promise<Outcome> {
  switch (operation.action) {
    case 'create-entry':
      return sendCreate(calls, operation, me)
    case 'edit-entry':
      return sendEdit(calls, operation, operation.baseVersion ?? heldVersion ?? -1)
    case 'toggle-completed':
      return updated('entries', calls.updateCompletion(operation.entryId, operation.completedAt))
    case 'delete-entry':
      return sendDelete(calls, operation)
    case 'add-reaction': {
      const { reactionId: id, entryId, emoji, createdAt } = operation
      const insert = calls.insertReaction({ id, entryId, emoji, createdAt })
      return inserted(calls, 'reactions', id, insert)
    }
    case 'remove-reaction':
      return removed('reactions', operation.reactionId, calls.deleteReaction(operation.reactionId))
    case 'like-quote':
    case 'add-custom-quote':
      return sendQuote(calls, operation)
    case 'unlike-quote':
      return removed('quote_likes', operation.likeId, calls.deleteLike(operation.quote))
    case 'delete-custom-quote': {
      const { quoteId } = operation
      return removed('custom_quotes', quoteId, calls.deleteCustomQuote(quoteId))
    }
    case 'last-look':
      return updated('last_looks', calls.updateLastLook(operation.seenUntil))
  }
  return unreachable(operation)
}

async function sendCreate(
  calls: Calls,
  operation: OperationOf<'create-entry'>,
  me: PartnerId,
): Promise<Outcome> {
  const { entryId: id, edit, createdAt, automatic } = operation
  const answer = await calls.insertEntry({ id, createdAt, ...edit })
  if (answer.ok) return { kind: 'done', answer: answer.value && entryAnswer(answer.value) }
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await calls.readRow('entries', id)
  if (!held.ok) return failed(held.code)
  if (held.value !== undefined)
    return held.value.userId === me || automatic
      ? { kind: 'done', answer: entryAnswer(held.value) }
      : rejected
  if (automatic) return done
  const deleted = await calls.wasDeleted('entries', id)
  if (!deleted.ok) return failed(deleted.code)
  return deleted.value ? done : rejected
}

/**
 * No row came back: the version moved on, the right is missing, or our own earlier try was
 * carried out and its answer lost. Reading the row tells them apart.
 */
async function sendEdit(
  calls: Calls,
  { entryId, edit }: OperationOf<'edit-entry'>,
  baseVersion: number,
): Promise<Outcome> {
  const answer = await calls.updateEntry(entryId, edit, baseVersion)
  if (!answer.ok) return failed(answer.code)
  if (answer.value !== undefined) return { kind: 'done', answer: entryAnswer(answer.value) }
  const held = await calls.readRow('entries', entryId)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return rejected
  if (sameText(held.value, edit)) return { kind: 'done', answer: entryAnswer(held.value) }
  const reason = held.value.editVersion === baseVersion ? 'rejected' : 'stale'
  return { kind: 'refused', reason, answer: entryAnswer(held.value) }
}

/** Deleting what is gone is success; deleting what stays visible was refused (D10). */
async function sendDelete(
  calls: Calls,
  { entryId }: OperationOf<'delete-entry'>,
): Promise<Outcome> {
  const gone = { table: 'entries', id: entryId } as const
  const answer = await calls.deleteEntry(entryId)
  if (!answer.ok) return failed(answer.code)
  if (answer.value > 0) return { ...done, gone }
  const held = await calls.readRow('entries', entryId)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return { ...done, gone }
  return { kind: 'refused', reason: 'rejected', answer: entryAnswer(held.value) }
}

async function sendQuote(
  calls: Calls,
  operation: OperationOf<'like-quote' | 'add-custom-quote'>,
): Promise<Outcome> {
  const { createdAt, quote } = operation
  if (operation.action === 'like-quote') {
    const id = operation.likeId
    const insert = calls.insertLike({ id, ...quote, createdAt })
    return inserted(calls, 'quote_likes', id, insert)
  }
  const id = operation.quoteId
  return inserted(calls, 'custom_quotes', id, calls.insertCustomQuote({ id, ...quote, createdAt }))
}

/** An insert of an id of our own: a duplicate is success (D15). */
async function inserted<Table extends 'reactions' | 'quote_likes' | 'custom_quotes'>(
  calls: Calls,
  table: Table,
  id: string,
  insert: Written<RowOf<Table>>,
): Promise<Outcome> {
  const answer = await insert
  if (answer.ok) return { kind: 'done', answer: answered(table, answer.value) }
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await calls.readRow(table, id)
  return held.ok ? { kind: 'done', answer: answered(table, held.value) } : failed(held.code)
}

async function updated<Table extends 'entries' | 'last_looks'>(
  table: Table,
  update: Written<RowOf<Table>>,
): Promise<Outcome> {
  const answer = await update
  if (!answer.ok) return failed(answer.code)
  if (answer.value === undefined) return rejected
  return { kind: 'done', answer: answered(table, answer.value) }
}

async function removed(
  table: SyncedTable,
  id: string,
  removal: Promise<Result<number>>,
): Promise<Outcome> {
  const answer = await removal
  return answer.ok ? { ...done, gone: { table, id } } : failed(answer.code)
}

function answered<Table extends SyncedTable>(
  table: Table,
  row: RowOf<Table> | undefined,
): AnsweredRow | undefined {
  return row === undefined ? undefined : ({ table, row } as AnsweredRow)
}
