import type { Entry, EntryEdit } from '../../../domain/entry.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { reactionId, type ReactionEmoji } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { endDraft, type SentDraft } from '../copy/draft-rows.ts'
import type { Journal, NewEntry, SendingForm } from '../journal.ts'
import { newEntryId } from '../mutations/new-ids.ts'
import type { OperationOf, Queued } from '../mutations/operation.ts'
import { overlayEntry } from '../mutations/optimistic.ts'
import { enqueue, isAction, pendingFor, type SenderNow } from './outbox.ts'
import { refuse } from './record-refusal.ts'

/** Milliseconds in which a deletion can be undone (product-spec section 9). */
export const undoWindow = 5000

export interface WriteContext {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  /** Milliseconds since 1970 by the device's clock. */
  readonly now: () => number
  readonly sender: SenderNow
}

type EntryWrites = Pick<
  Journal,
  'createEntry' | 'editEntry' | 'setCompleted' | 'deleteEntry' | 'undoDelete' | 'setReaction'
>

/** The writes about entries; each stores its outbox operation in one transaction. */
export function entryWrites(context: WriteContext): EntryWrites {
  const { database, now } = context
  return {
    createEntry: async (entry, form) => createEntry(context, entry, form),
    editEntry: async (id, edit, seen, form) => editEntry(context, { id, edit, seen, form }),
    setCompleted: async (id, completed) => setCompleted(context, id, completed),
    setReaction: async (id, emoji, present) => setReaction(context, id, emoji, present),
    async deleteEntry(id) {
      await database.deletions.put({ entryId: id, due: now() + undoWindow })
    },
    undoDelete: async (id) =>
      database.transaction('rw', database.deletions, async () => {
        const waiting = await database.deletions.get(id)
        if (waiting !== undefined) await database.deletions.delete(id)
        return waiting !== undefined
      }),
  }
}

/** The date belongs to ideas only; the server refuses it elsewhere (D10). */
function tidy({ category, content, isPrivate, scheduledDate }: EntryEdit): EntryEdit {
  const date = category === 'ideen' ? scheduledDate : null
  return { category, content, isPrivate, scheduledDate: date }
}

/** True when the four fields of an edit are the same. */
export function sameText(one: EntryEdit, other: EntryEdit): boolean {
  return (
    one.category === other.category &&
    one.content === other.content &&
    one.isPrivate === other.isPrivate &&
    one.scheduledDate === other.scheduledDate
  )
}

async function createEntry(
  context: WriteContext,
  entry: NewEntry,
  form: SendingForm | undefined,
): Promise<EntryId> {
  const entryId = entry.id ?? newEntryId()
  const automatic = entry.id !== undefined
  if (form === undefined) return storeNewEntry(context, { entry, entryId, automatic })
  let ownId = entryId
  await form.draft.handOver(async (key) => {
    ownId = key as EntryId
    const draft = { key, rest: form.rest }
    await storeNewEntry(context, { entry, entryId: ownId, automatic, draft })
    return true
  })
  return ownId
}

interface CreatedEntry {
  readonly entry: EntryEdit
  readonly entryId: EntryId
  readonly automatic: boolean
  readonly draft?: SentDraft
}

/** Stores nothing where the automatic entry, or this very draft, was written before. */
async function storeNewEntry(
  context: WriteContext,
  { entry, entryId, automatic, draft }: CreatedEntry,
): Promise<EntryId> {
  const { database, now } = context
  const { entries, outbox, tombstones, knownIds, drafts } = database
  const scope = [entries, outbox, tombstones, knownIds, ...(draft === undefined ? [] : [drafts])]
  return database.transaction('rw', scope, async () => {
    if (draft !== undefined) await endDraft(database, draft)
    const mayBeKnown = automatic || draft !== undefined
    if (mayBeKnown && (await knowsEntry(database, entryId))) return entryId
    const createdAt = instantFromMilliseconds(now())
    const edit = tidy(entry)
    await enqueue(context, { action: 'create-entry', entryId, edit, createdAt, automatic })
    return entryId
  })
}

/** True when an entry with this id exists, is pending, or was removed (D13). */
export async function knowsEntry(database: ReplicaDatabase, id: EntryId): Promise<boolean> {
  const [row, stone, known, pending] = await Promise.all([
    database.entries.get(id),
    database.tombstones.get(['entries', id]),
    database.knownIds.get(id),
    pendingFor(database, id),
  ])
  const created = pending.some((queued) => isAction(queued, 'create-entry'))
  return row !== undefined || stone !== undefined || known !== undefined || created
}

interface WantedEdit {
  readonly id: EntryId
  readonly edit: EntryEdit
  readonly seen: EntryEdit | undefined
  readonly form: SendingForm | undefined
}

async function editEntry(context: WriteContext, wanted: WantedEdit): Promise<'stored' | 'refused'> {
  const { form } = wanted
  if (form === undefined) return (await storeEdit(context, wanted)) ? 'stored' : 'refused'
  const isStored = await form.draft.handOver(async (key) =>
    storeEdit(context, wanted, { key, rest: form.rest }),
  )
  return isStored ? 'stored' : 'refused'
}

/** False when the entry is gone or has changed, and the text stays a draft with its refusal. */
async function storeEdit(
  context: WriteContext,
  wanted: WantedEdit,
  draft?: SentDraft,
): Promise<boolean> {
  const { database, me } = context
  const { id: entryId, seen } = wanted
  const edit = tidy(wanted.edit)
  const { entries, outbox, refusals, drafts } = database
  return database.transaction('rw', entries, outbox, refusals, drafts, async () => {
    const row = await entries.get(entryId)
    const pending = await pendingFor(database, entryId)
    const operations = pending.map((queued) => queued.operation)
    const shown = overlayEntry(row, operations, me)
    const isSame = shown !== undefined && sameText(shown, edit)
    const operation = {
      action: 'edit-entry',
      entryId,
      edit,
      baseVersion: row?.editVersion,
    } as const
    if (!isSame && (shown === undefined || (seen !== undefined && !sameText(shown, seen)))) {
      const reason = shown === undefined ? 'rejected' : 'stale'
      await refuse(database, operation, reason, draft !== undefined)
      return false
    }
    if (draft !== undefined) await endDraft(database, draft)
    if (!isSame) await queueEdit(context, operation, pending, row)
    return true
  })
}

/** What of this device's own has not been sent yet is altered, not followed by another operation. */
async function queueEdit(
  context: WriteContext,
  operation: OperationOf<'edit-entry'>,
  pending: readonly Queued[],
  row: Entry | undefined,
): Promise<void> {
  const { outbox } = context.database
  const texts = pending.filter(
    (queued) => isAction(queued, 'create-entry') || isAction(queued, 'edit-entry'),
  )
  const last = texts.at(-1)
  const { edit } = operation
  if (last?.attempted === 0 && 'edit' in last.operation) {
    const others = pending.filter((queued) => queued !== last).map((queued) => queued.operation)
    const before = overlayEntry(row, others, context.me)
    // Back to what was there before it: nothing is left to send.
    if (before !== undefined && sameText(before, edit)) return outbox.delete(last.seq)
    await outbox.put({ ...last, operation: { ...last.operation, edit } })
    return
  }
  const baseVersion = last === undefined ? operation.baseVersion : undefined
  await enqueue(context, { ...operation, baseVersion })
}

async function setCompleted(
  context: WriteContext,
  entryId: EntryId,
  completed: boolean,
): Promise<void> {
  const { database, me, now } = context
  const { entries, outbox } = database
  await database.transaction('rw', entries, outbox, async () => {
    const pending = await pendingFor(database, entryId)
    const operations = pending.map((queued) => queued.operation)
    const row = await entries.get(entryId)
    const shown: Entry | undefined = overlayEntry(row, operations, me)
    if (shown === undefined || shown.completed === completed) return
    const completedAt = completed ? instantFromMilliseconds(now()) : null
    const operation = { action: 'toggle-completed', entryId, completedAt } as const
    const last = pending.filter((queued) => isAction(queued, 'toggle-completed')).at(-1)
    if (last?.attempted !== 0) return enqueue(context, operation, last)
    const others = pending.filter((queued) => queued !== last).map((queued) => queued.operation)
    const before = overlayEntry(row, others, me)
    // Not sent yet: the last state wanted is the only one worth sending, if it is another at all.
    if (before?.completed === completed) return outbox.delete(last.seq)
    await outbox.put({ ...last, operation })
  })
}

async function setReaction(
  context: WriteContext,
  entryId: EntryId,
  emoji: ReactionEmoji,
  present: boolean,
): Promise<void> {
  const { database, me, now } = context
  const { reactions, outbox } = database
  await database.transaction('rw', reactions, outbox, async () => {
    const row = await reactions
      .where('entryId')
      .equals(entryId)
      .and((one) => one.userId === me && one.emoji === emoji)
      .first()
    const id = row?.id ?? reactionId(entryId, me, emoji)
    const pending = (await pendingFor(database, entryId)).filter(
      ({ operation }) => 'emoji' in operation && operation.emoji === emoji,
    )
    const last = pending.at(-1)
    const shown = last === undefined ? row !== undefined : isAction(last, 'add-reaction')
    if (shown === present) return
    // Taking back what has not been sent leaves the state before it, which is the wanted one.
    if (last?.attempted === 0) return outbox.delete(last.seq)
    const createdAt = instantFromMilliseconds(now())
    const about = { entryId, reactionId: id, emoji }
    await enqueue(
      context,
      present
        ? { action: 'add-reaction', ...about, createdAt }
        : { action: 'remove-reaction', ...about },
      last,
    )
  })
}
