import type { EntryEdit } from '../../../domain/entry.ts'
import type { EntryId, Instant, ReplyId } from '../../../domain/ids.ts'
import type { Calls } from '../../backend/calls.ts'
import { aboutRow } from './about-row.ts'
import { replyForm, type DraftForm } from './draft-form.ts'
import { sendInsert } from './insert-result.ts'
import type { AnyMutation, MutationKind, TypedText, Without } from './kind.ts'
import { doneWith, failed, rejected, sendDelete, type SendResult } from './send-result.ts'

interface AboutReply {
  readonly replyId: ReplyId
  /** Replies are sent in one order with their entry. */
  readonly entryId: EntryId
}

export interface CreateReply extends AboutReply {
  readonly action: 'create-reply'
  readonly content: string
  /** By the device's clock. */
  readonly createdAt: Instant
}

export interface EditReply extends AboutReply {
  readonly action: 'edit-reply'
  readonly content: string
}

export interface DeleteReply extends AboutReply {
  readonly action: 'delete-reply'
}

type ReplyMutation = CreateReply | EditReply | DeleteReply

const aboutReply = {
  ...aboutRow('replies', 'replyId', 'entryId'),
  aggregateId: ({ entryId }: AboutReply): string => entryId,
}

type NewReply = Without<CreateReply, 'replyId' | 'createdAt'>

export const createReply: MutationKind<CreateReply, 'replies', NewReply> = {
  ...aboutReply,
  action: 'create-reply',
  complete: (wanted, { id, timeOfWriting }) => ({
    replyId: id,
    createdAt: timeOfWriting(wanted.entryId),
    ...wanted,
  }),
  conflict: ({ entryId }, _, { entryOf }) => (entryOf(entryId) === undefined ? 'gone' : undefined),
  apply(row, { replyId: id, entryId, content, createdAt }, userId) {
    const times = { createdAt, visibleSince: createdAt, updatedAt: createdAt }
    return row ?? { id, entryId, userId, content, ...times }
  },
  async send(calls, { replyId: id, entryId, content, createdAt }, me) {
    const result = await sendInsert({
      calls,
      table: 'replies',
      row: { id, entryId, userId: me, content, createdAt },
      isSame: (held) => held.userId === me && held.entryId === entryId,
    })
    return result.kind === 'rejected' ? goneOrRejected(calls, entryId) : result
  },
  isRequiredBy: (later, mutation) => isAboutSame(later, mutation),
  typed: ({ entryId, content }) => typedReply(replyForm(entryId), content),
  insertedId: ({ replyId }) => replyId,
  idIsNeverReused: true,
}

/** Of a person's edits on two devices the one that arrives last stays; no other person edits it. */
export const editReply: MutationKind<EditReply, 'replies'> = {
  ...aboutReply,
  action: 'edit-reply',
  conflict: (_, row) => (row === undefined ? 'gone' : undefined),
  apply: (row, { content }) =>
    row === undefined || row.content === content ? row : { ...row, content },
  merge: (before, mutation) =>
    isAboutSame(before, mutation) && before.action !== 'delete-reply'
      ? { ...before, content: mutation.content }
      : undefined,
  async send(calls, { replyId: id, entryId, content }) {
    const answer = await calls.update('replies', { id }, { content })
    if (!answer.ok && failed(answer.code).kind === 'paused') return failed(answer.code)
    if (answer.ok && answer.value !== undefined) return doneWith('replies', answer.value)
    const held = await calls.read('replies', { id })
    if (!held.ok) return failed(held.code)
    return held.value === undefined ? gone : goneOrRejected(calls, entryId)
  },
  typed: ({ entryId, replyId, content }) => typedReply(replyForm(entryId, replyId), content),
}

export const deleteReply: MutationKind<DeleteReply, 'replies'> = {
  ...aboutReply,
  action: 'delete-reply',
  apply: () => undefined,
  merge: (before, mutation) => (isAboutSame(before, mutation) ? mutation : undefined),
  send: async (calls, { replyId }) => sendDelete(calls, 'replies', replyId),
  deletesRow: true,
}

const gone = { kind: 'rejected', reason: 'gone', returned: undefined } as const

/** One answer of the server stands for an entry that is hidden, gone or never was, and for a text it does not take. */
async function goneOrRejected(calls: Calls, entryId: EntryId): Promise<SendResult> {
  const entry = await calls.read('entries', { id: entryId })
  if (!entry.ok) return failed(entry.code)
  return entry.value === undefined ? gone : rejected
}

function isAboutSame(before: AnyMutation, { replyId }: AboutReply): before is ReplyMutation {
  return 'replyId' in before && before.replyId === replyId
}

function typedReply(form: DraftForm, content: string): TypedText {
  return { form, value: replyDraft(content), text: content }
}

/** A reply's text as the form of an entry reads it, too: it is offered there once the entry is gone. */
export function replyDraft(content: string): EntryEdit {
  return { category: 'gedanken', content, isPrivate: false, scheduledDate: null }
}
