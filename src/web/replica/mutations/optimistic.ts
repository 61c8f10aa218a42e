import type { CustomQuoteRow, QuoteLikeRow } from '../../backend/rows.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { Instant, PartnerId } from '../../../domain/ids.ts'
import { isSameQuote } from '../../../domain/quote.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import { unreachable, type Operation, type OperationOf } from './operation.ts'

/**
 * What is shown: the server's row with the pending operations on it, in their order
 * (architecture, "What is shown"). Pure: nothing here is ever stored, so an echo of the server
 * cannot overwrite what is pending, and taking an operation away restores the server's row.
 */
export function overlayEntry(
  row: Entry | undefined,
  operations: readonly Operation[],
  me: PartnerId,
): Entry | undefined {
  let shown = row
  for (const operation of operations) shown = applyToEntry(shown, operation, me)
  return shown
}

function applyToEntry(
  shown: Entry | undefined,
  operation: Operation,
  me: PartnerId,
): Entry | undefined {
  switch (operation.action) {
    case 'create-entry':
      // Once the server's row is here it counts: an insert is never an overwrite.
      return shown ?? newEntry(operation, me)
    case 'edit-entry':
      return shown === undefined ? undefined : { ...shown, ...operation.edit }
    case 'toggle-completed':
      return shown === undefined
        ? undefined
        : {
            ...shown,
            completed: operation.completedAt !== null,
            completedAt: operation.completedAt,
          }
    case 'delete-entry':
      return undefined
    case 'add-reaction':
    case 'remove-reaction':
    case 'like-quote':
    case 'unlike-quote':
    case 'add-custom-quote':
    case 'delete-custom-quote':
    case 'last-look':
      return shown
  }
  return unreachable(operation)
}

function newEntry(operation: OperationOf<'create-entry'>, me: PartnerId): Entry {
  const { createdAt, entryId, edit } = operation
  return {
    id: entryId,
    userId: me,
    ...edit,
    completed: false,
    completedAt: null,
    createdAt,
    visibleSince: createdAt,
    editVersion: 0,
    updatedAt: createdAt,
  }
}

/** The reactions of one entry with the pending ones added and taken away, oldest first. */
export function overlayReactions(
  rows: readonly Reaction[],
  operations: readonly Operation[],
  me: PartnerId,
): readonly Reaction[] {
  // By person and emoji: the row may have another id than the one derived (D15, amended).
  const shown = new Map(rows.map((row) => [`${row.userId} ${row.emoji}`, row]))
  for (const operation of operations) {
    if (!('emoji' in operation)) continue
    const key = `${me} ${operation.emoji}`
    if (operation.action === 'remove-reaction') shown.delete(key)
    else if (!shown.has(key)) shown.set(key, newReaction(operation, me))
  }
  return [...shown.values()].toSorted(byCreation)
}

function newReaction(operation: OperationOf<'add-reaction'>, me: PartnerId): Reaction {
  const { createdAt } = operation
  return {
    id: operation.reactionId,
    entryId: operation.entryId,
    userId: me,
    emoji: operation.emoji,
    createdAt,
    visibleSince: createdAt,
    updatedAt: createdAt,
  }
}

/**
 * All likes with the pending ones added and taken away, newest first (product-spec section 7). One's
 * own like is found by text and author (D15): the server's row can have another id than the device
 * gave it, as where the quote was mended.
 */
export function overlayLikes(
  rows: readonly QuoteLikeRow[],
  operations: readonly Operation[],
  me: PartnerId,
): readonly QuoteLikeRow[] {
  let shown = rows
  for (const operation of operations) {
    if (operation.action !== 'like-quote' && operation.action !== 'unlike-quote') continue
    const isMine = (row: QuoteLikeRow) => row.userId === me && isSameQuote(row, operation.quote)
    if (operation.action === 'unlike-quote') shown = shown.filter((row) => !isMine(row))
    else if (!shown.some(isMine))
      shown = [...shown, { id: operation.likeId, ...newQuote(operation, me) }]
  }
  return shown.toSorted(byCreation).toReversed()
}

/** All personal quotes with the pending ones added and taken away, newest first. */
export function overlayCustomQuotes(
  rows: readonly CustomQuoteRow[],
  operations: readonly Operation[],
  me: PartnerId,
): readonly CustomQuoteRow[] {
  const shown = new Map(rows.map((row) => [row.id, row]))
  for (const operation of operations) {
    if (operation.action === 'delete-custom-quote') shown.delete(operation.quoteId)
    if (operation.action === 'add-custom-quote' && !shown.has(operation.quoteId))
      shown.set(operation.quoteId, { id: operation.quoteId, ...newQuote(operation, me) })
  }
  return [...shown.values()].toSorted(byCreation).toReversed()
}

function newQuote(operation: OperationOf<'like-quote' | 'add-custom-quote'>, me: PartnerId) {
  const { createdAt, quote } = operation
  return { userId: me, text: quote.text, author: quote.author, createdAt, updatedAt: createdAt }
}

/** The last look: the greatest of the server's and the pending ones (D7). */
export function overlayLastLook(
  seenUntil: Instant | undefined,
  operations: readonly Operation[],
): Instant | undefined {
  let shown = seenUntil
  for (const operation of operations)
    if (operation.action === 'last-look' && (shown === undefined || operation.seenUntil > shown))
      shown = operation.seenUntil
  return shown
}

interface Dated {
  readonly id: string
  readonly createdAt: Instant
}

/** Instants have one fixed width, so string order is time order. */
export function byCreation(one: Dated, other: Dated): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
