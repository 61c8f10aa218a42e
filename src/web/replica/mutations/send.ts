import type { Calls, Deleted, Written } from '../../backend/calls.ts'
import type { RowOf, SyncedTable } from '../../backend/rows.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { isSameQuote } from '../../../domain/quote.ts'
import { nextSpecialDayEntryId } from '../../../domain/special-day.ts'
import { sameText } from '../outbox/entry-writes.ts'
import { newCustomQuoteId, newEntryId, newLikeId, newReactionId } from './new-ids.ts'
import { noVersion, unreachable, type Operation, type OperationOf } from './operation.ts'
import { answered, done, failed, rejected, type AnsweredRow, type Outcome } from './send-result.ts'

function entryAnswer(row: Entry): AnsweredRow {
  return { table: 'entries', row }
}

/**
 * Sends one operation and reads what the answer means (architecture, "Outbox"). Stores nothing.
 *
 * @param me whose operation it is
 */
export async function send(calls: Calls, operation: Operation, me: PartnerId): Promise<Outcome> {
  switch (operation.action) {
    case 'create-entry':
      return sendCreate(calls, operation, me)
    case 'edit-entry':
      return sendEdit(calls, operation, operation.baseVersion ?? noVersion)
    case 'toggle-completed':
      return updated('entries', calls.updateCompletion(operation.entryId, operation.completedAt))
    case 'delete-entry':
      return sendDelete(calls, operation)
    case 'add-reaction':
      return sendReaction(calls, operation)
    case 'remove-reaction': {
      const { reactionId, entryId, emoji } = operation
      return removed('reactions', reactionId, calls.deleteReaction(entryId, emoji))
    }
    case 'like-quote':
      return sendLike(calls, operation)
    case 'add-custom-quote':
      return sendCustomQuote(calls, operation, me)
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
  // The automatic entry may be the partner's: it is there once (D13).
  if (held.value !== undefined && (held.value.userId === me || automatic))
    return { kind: 'done', answer: entryAnswer(held.value) }
  const newId = automatic ? nextSpecialDayEntryId(id, me) : newEntryId()
  return held.value === undefined
    ? doneIfRemoved(calls, 'entries', id, newId)
    : { kind: 'id-taken', newId }
}

/** What was removed is settled; what is there and cannot be read is someone else's. */
async function doneIfRemoved(
  calls: Calls,
  table: SyncedTable,
  id: string,
  newId: string,
): Promise<Outcome> {
  const was = await calls.wasRemoved(table, id)
  if (!was.ok) return failed(was.code)
  return was.value ? done : { kind: 'id-taken', newId }
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
  const gone = { table: 'entries', ids: [entryId] } as const
  const answer = await calls.deleteEntry(entryId)
  if (!answer.ok) return failed(answer.code)
  if (answer.value.length > 0) return { ...done, gone }
  const held = await calls.readRow('entries', entryId)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return { ...done, gone }
  return { kind: 'refused', reason: 'rejected', answer: entryAnswer(held.value) }
}

async function sendReaction(
  calls: Calls,
  { reactionId: id, entryId, emoji, createdAt }: OperationOf<'add-reaction'>,
): Promise<Outcome> {
  const answer = await calls.insertReaction({ id, entryId, emoji, createdAt })
  return inserted(
    'reactions',
    answer,
    async () => calls.readReaction(entryId, emoji),
    newReactionId,
  )
}

async function sendLike(
  calls: Calls,
  { likeId: id, quote, createdAt }: OperationOf<'like-quote'>,
): Promise<Outcome> {
  const answer = await calls.insertLike({ id, ...quote, createdAt })
  return inserted('quote_likes', answer, async () => calls.readLike(quote), newLikeId)
}

/** An insert with a key besides its id: the same row by its key is success (D15). */
async function inserted<Table extends 'reactions' | 'quote_likes'>(
  table: Table,
  answer: Awaited<Written<RowOf<Table>>>,
  readBack: () => Written<RowOf<Table>>,
  newId: () => string,
): Promise<Outcome> {
  if (answer.ok) return { kind: 'done', answer: answered(table, answer.value) }
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await readBack()
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return { kind: 'id-taken', newId: newId() }
  return { kind: 'done', answer: answered(table, held.value) }
}

async function sendCustomQuote(
  calls: Calls,
  { quoteId: id, quote, createdAt }: OperationOf<'add-custom-quote'>,
  me: PartnerId,
): Promise<Outcome> {
  const answer = await calls.insertCustomQuote({ id, ...quote, createdAt })
  if (answer.ok) return { kind: 'done', answer: answered('custom_quotes', answer.value) }
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await calls.readRow('custom_quotes', id)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return doneIfRemoved(calls, 'custom_quotes', id, newCustomQuoteId())
  return held.value.userId === me && isSameQuote(held.value, quote)
    ? { kind: 'done', answer: answered('custom_quotes', held.value) }
    : { kind: 'id-taken', newId: newCustomQuoteId() }
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

/** Deleting what is gone is success too. */
async function removed(table: SyncedTable, id: string, removal: Deleted): Promise<Outcome> {
  const answer = await removal
  if (!answer.ok) return failed(answer.code)
  return { ...done, gone: { table, ids: answer.value.length > 0 ? answer.value : [id] } }
}
