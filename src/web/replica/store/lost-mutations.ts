import { editOf, type Entry, type EntryEdit } from '../../../domain/entry.ts'
import { newId, type EntryId } from '../../../domain/ids.ts'
import { entriesOfLost, fateOf } from '../memory/lost-fate.ts'
import type { LostRow } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { formPhotoOf } from '../memory/unsent-photos.ts'
import { editForm } from '../mutations/draft-form.ts'
import type { Mutation } from '../mutations/registry.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { addDraft } from './draft-rows.ts'
import { enqueue, isInsertQueued } from './queue.ts'

/** True where the entries that a row belongs to are there, or are on their way to the server. */
export function canComeBack(rows: Transaction, lost: LostRow): boolean {
  return entriesOfLost(lost).every(
    (id) => rows.get('entries', id) !== undefined || isInsertQueued(rows, id),
  )
}

/**
 * Sends a row that is missing as what a person writes, with its id and its time of writing (D28); of a text that is
 * newer than the server's the person decides, with both before them.
 *
 * @param now milliseconds of the device's clock
 */
export function bringBack(rows: Transaction, lost: LostRow, now: number): void {
  rows.remove('lostRows', lost.key)
  const isText = fateOf(rows, lost) === 'text'
  if (lost.table === 'sentEdits') return offerText(rows, lost.row.entryId, lost.row.edit)
  if (lost.table === 'photos') return letPhotoWait(rows, lost.row, now)
  if (isText && lost.table === 'entries') return offerText(rows, lost.row.id, editOf(lost.row))
  for (const mutation of mutationsOf(rows, lost, isText)) enqueue(rows, mutation, now)
}

/** Leaves a text to the form that edits its entry, as an edit that met another one. Date and privacy are the entry's. */
function offerText(rows: Transaction, entryId: EntryId, text: EntryEdit): void {
  const held: Entry | undefined = rows.get('entries', entryId)
  if (held === undefined) {
    addDraft(rows, 'new-entry', text)
    return
  }
  const isOwn = held.userId === rows.me
  const value: EntryEdit = {
    category: isOwn ? text.category : held.category,
    content: text.content,
    isPrivate: held.isPrivate || (isOwn && text.isPrivate),
    scheduledDate: held.scheduledDate,
  }
  addDraft(rows, editForm(entryId), value)
  const kept = { entryId, keptText: text.content }
  rows.put('refusals', { id: newId(), action: 'edit-entry', reason: 'stale', ...kept })
}

/** A photo is sent with its pictures, if they are on this device; else it waits with the reason that they are not. */
function letPhotoWait(rows: Transaction, row: RowOf<'photos'>, queuedAt: number): void {
  const { entryId, position: order, createdAt: writtenAt } = row
  rows.put('unsentPhotos', { ...formPhotoOf(row), entryId, order, writtenAt, queuedAt })
}

function mutationsOf(
  rows: Transaction,
  lost: Exclude<LostRow, { table: 'sentEdits' | 'photos' }>,
  isText: boolean,
): readonly Mutation[] {
  switch (lost.table) {
    case 'entries':
      return entryMutations(rows, lost.row)
    case 'replies': {
      const { id: replyId, entryId, content, createdAt } = lost.row
      return isText
        ? [{ action: 'edit-reply', replyId, entryId, content }]
        : [{ action: 'create-reply', replyId, entryId, content, createdAt }]
    }
    case 'reactions': {
      const { id: reactionId, entryId, emoji, createdAt } = lost.row
      return [{ action: 'add-reaction', reactionId, entryId, emoji, createdAt }]
    }
    case 'quote_likes': {
      const { id: likeId, text, author, createdAt } = lost.row
      return [{ action: 'like-quote', likeId, quote: { text, author }, createdAt }]
    }
    case 'memory_marks': {
      const { id: markId, entryId, until, createdAt } = lost.row
      return [{ action: 'add-memory-mark', markId, entryId, until, createdAt }]
    }
    case 'custom_quotes': {
      const { id: quoteId, text, author, createdAt } = lost.row
      return [{ action: 'add-custom-quote', quoteId, quote: { text, author }, createdAt }]
    }
    case 'story_links': {
      const { id: storyId, ideaId, createdAt } = lost.row
      return [{ action: 'link-story', storyId, ideaId, createdAt }]
    }
    case 'reviews': {
      const { id: reviewId, entryId, direction, grade, wordsHash, createdAt } = lost.row
      const review = { entryId, direction, grade, wordsHash }
      return [{ action: 'add-review', reviewId, ...review, createdAt }]
    }
    default:
      return lost satisfies never
  }
}

function entryMutations(rows: Transaction, entry: Entry): readonly Mutation[] {
  const { id: entryId, createdAt, completedAt } = entry
  // A special day's entry exists once, on all devices.
  const automatic = rows.get('knownIds', entryId) !== undefined
  const edit = editOf(entry)
  const create: Mutation = { action: 'create-entry', entryId, edit, createdAt, automatic }
  return completedAt === null
    ? [create]
    : [create, { action: 'toggle-completed', entryId, completedAt }]
}
