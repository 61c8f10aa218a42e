import { isSameEdit, type Entry, type EntryEdit } from '../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type CustomQuoteId,
  type EntryId,
  type Instant,
} from '../../domain/ids.ts'
import { memoryMarkId } from '../../domain/memory-days.ts'
import { quoteLikeId, type QuoteKey } from '../../domain/quote.ts'
import { reactionId } from '../../domain/reaction.ts'
import type { SendingForm } from './copy/form-draft.ts'
import type { Journal, NewEntry } from './journal.ts'
import { newCustomQuoteId, newEntryId } from './mutations/new-ids.ts'
import type { RefusalReason } from './mutations/send-result.ts'
import { undoWindow } from './outbox/deletions.ts'
import { tryAgain } from './outbox/trouble.ts'
import { entryWithQueued, write, type WriteContext, type WriteOptions } from './outbox/write.ts'

type JournalWrites = Pick<
  Journal,
  | 'createEntry'
  | 'editEntry'
  | 'setCompleted'
  | 'deleteEntry'
  | 'undoDelete'
  | 'setReaction'
  | 'setLike'
  | 'addCustomQuote'
  | 'deleteCustomQuote'
  | 'moveReadMarker'
  | 'setMemoryMark'
  | 'tryAgain'
>

/** The journal's writes: each makes a mutation of what the screen says and queues it. */
export function createJournalWrites(context: WriteContext): JournalWrites {
  const { database, me, now } = context
  const instant = () => instantFromMilliseconds(now())
  return {
    createEntry: async (entry, form) => createEntry(context, entry, form),
    editEntry: async (id, wanted, seen, form) => editEntry(context, id, wanted, seen, form),
    async setCompleted(entryId, completed) {
      const completedAt = completed ? instant() : null
      await write(context, { action: 'toggle-completed', entryId, completedAt }, { isShown: true })
    },
    async setReaction(entryId, emoji, present) {
      const about = { entryId, reactionId: reactionId(entryId, me, emoji), emoji }
      await write(
        context,
        present
          ? { action: 'add-reaction', ...about, createdAt: instant() }
          : { action: 'remove-reaction', ...about },
        { isShown: true },
      )
    },
    async setLike({ text, author }, present) {
      const quote = { text, author }
      const about = { likeId: quoteLikeId(me, quote), quote }
      await write(
        context,
        present
          ? { action: 'like-quote', ...about, createdAt: instant() }
          : { action: 'unlike-quote', ...about },
      )
    },
    addCustomQuote: async (quote, form) => addCustomQuote(context, quote, form),
    async deleteCustomQuote(quoteId) {
      await write(context, { action: 'delete-custom-quote', quoteId })
    },
    async setMemoryMark(entryId, until, present) {
      const about = { entryId, markId: memoryMarkId(entryId, me, until), until }
      await write(
        context,
        present
          ? { action: 'add-memory-mark', ...about, createdAt: instant() }
          : { action: 'remove-memory-mark', ...about },
      )
    },
    async moveReadMarker(seenUntil: Instant) {
      await write(context, { action: 'last-look', seenUntil }, { isShown: true })
    },
    deleteEntry: async (id, seen) => deleteEntry(context, id, seen),
    undoDelete: async (id) => undoDelete(context, id),
    async tryAgain(id) {
      const stored = tryAgain(database, id)
      context.sender()?.ring({ stored })
      await stored
    },
  }
}

async function createEntry(
  context: WriteContext,
  entry: NewEntry,
  form: SendingForm | undefined,
): Promise<EntryId> {
  let entryId = entry.id ?? newEntryId()
  const automatic = entry.id !== undefined
  const edit = tidy(entry)
  await sendForm(form, async (draft) => {
    if (draft !== undefined) entryId = draft.key as EntryId
    const createdAt = instantFromMilliseconds(context.now())
    const mutation = { action: 'create-entry', entryId, edit, createdAt, automatic } as const
    return write(context, mutation, { draft, isShown: !automatic })
  })
  return entryId
}

async function editEntry(
  context: WriteContext,
  ...[entryId, wanted, seen, form]: Parameters<Journal['editEntry']>
): Promise<Stored> {
  const edit = tidy(wanted)
  const mutation = { action: 'edit-entry', entryId, edit, baseVersion: undefined } as const
  const conflict = (shown: Entry | undefined) => conflictOf(shown, edit, seen)
  return sendForm(form, async (draft) =>
    write(context, mutation, { draft, conflict, isShown: true }),
  )
}

async function deleteEntry(
  { database, me, now }: WriteContext,
  entryId: EntryId,
  seen?: EntryEdit,
): Promise<void> {
  const { deletions, entries, outbox } = database
  await database.transaction('rw', [deletions, entries, outbox], async () => {
    const shown = seen ?? (await entryWithQueued(database, entryId, me))
    await deletions.put({ entryId, due: now() + undoWindow, seen: shown && editOf(shown) })
  })
}

function editOf({ category, content, isPrivate, scheduledDate }: EntryEdit): EntryEdit {
  return { category, content, isPrivate, scheduledDate }
}

/** False if the deletion has been sent. */
async function undoDelete({ database }: WriteContext, id: EntryId): Promise<boolean> {
  return database.transaction('rw', database.deletions, async () => {
    const waiting = await database.deletions.get(id)
    if (waiting !== undefined) await database.deletions.delete(id)
    return waiting !== undefined
  })
}

async function addCustomQuote(
  context: WriteContext,
  { text, author }: QuoteKey,
  form: SendingForm | undefined,
): Promise<CustomQuoteId> {
  let quoteId = newCustomQuoteId()
  await sendForm(form, async (draft) => {
    if (draft !== undefined) quoteId = draft.key as CustomQuoteId
    const createdAt = instantFromMilliseconds(context.now())
    const quote = { text, author }
    const mutation = { action: 'add-custom-quote', quoteId, quote, createdAt } as const
    return write(context, mutation, { draft })
  })
  return quoteId
}

type Stored = 'stored' | 'refused'

/** Writes what a form holds in place of its draft; a refused text stays the form's draft. */
async function sendForm(
  form: SendingForm | undefined,
  store: (draft: WriteOptions['draft']) => Promise<Stored>,
): Promise<Stored> {
  if (form === undefined) return store(undefined)
  const isStored = await form.draft.handOver(
    async (key) => (await store({ key, rest: form.rest })) === 'stored',
  )
  return isStored ? 'stored' : 'refused'
}

/** The date belongs to ideas only; the server refuses it elsewhere (D10). */
function tidy(edit: EntryEdit): EntryEdit {
  return { ...editOf(edit), scheduledDate: edit.category === 'ideen' ? edit.scheduledDate : null }
}

/** Why an edit must not be written: its entry is gone, or is no longer as the form showed it. */
function conflictOf(
  shown: Entry | undefined,
  edit: EntryEdit,
  seen: EntryEdit | undefined,
): RefusalReason | undefined {
  if (shown === undefined) return 'gone'
  const isAsSeen = seen === undefined || isSameEdit(shown, seen)
  return isAsSeen || isSameEdit(shown, edit) ? undefined : 'stale'
}
