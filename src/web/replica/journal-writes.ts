import { isSameEdit, type Entry, type EntryEdit } from '../../domain/entry.ts'
import {
  instantFromMilliseconds,
  type CustomQuoteId,
  type EntryId,
  type Instant,
} from '../../domain/ids.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { SendingForm } from './drafts/form-draft.ts'
import type { Journal, NewEntry } from './journal.ts'
import { likes } from './mutations/likes.ts'
import { memoryMarks } from './mutations/memory-marks.ts'
import { newCustomQuoteId, newEntryId } from './mutations/new-ids.ts'
import { reactions } from './mutations/reactions.ts'
import type { RefusalReason } from './mutations/send-result.ts'
import { undoWindow } from './outbox/deletions.ts'
import { entryWithQueued } from './outbox/outbox.ts'
import { tryAgain } from './outbox/trouble.ts'
import { write, type WriteContext, type WriteOptions } from './outbox/write.ts'

type JournalWrites = Omit<Journal, 'me' | 'whole' | 'entry' | 'knowsEntry' | 'drafts'>

/** The journal's writes: each makes a mutation of what the screen says and queues it. */
export function createJournalWrites(context: WriteContext): JournalWrites {
  const { store, now } = context
  const me = store.person
  const instant = () => instantFromMilliseconds(now())
  return {
    createEntry: (entry, form) => createEntry(context, entry, form),
    editEntry: (id, wanted, seen, form) => editEntry(context, id, wanted, seen, form),
    setCompleted(entryId, completed) {
      const completedAt = completed ? instant() : null
      write(context, { action: 'toggle-completed', entryId, completedAt })
    },
    setReaction(entryId, emoji, present) {
      write(context, reactions.mutation({ entryId, emoji }, me, present ? instant() : undefined))
    },
    setLike({ text, author }, present) {
      const key = { quote: { text, author } }
      write(context, likes.mutation(key, me, present ? instant() : undefined))
    },
    addCustomQuote: (quote, form) => addCustomQuote(context, quote, form),
    deleteCustomQuote(quoteId) {
      write(context, { action: 'delete-custom-quote', quoteId })
    },
    setMemoryMark(entryId, until, present) {
      write(context, memoryMarks.mutation({ entryId, until }, me, present ? instant() : undefined))
    },
    moveReadMarker(seenUntil: Instant) {
      write(context, { action: 'last-look', seenUntil })
    },
    deleteEntry: (id, seen) => deleteEntry(context, id, seen),
    undoDelete: (id) => undoDelete(context, id),
    acknowledge(id) {
      store.change((rows) => rows.remove('refusals', id))
    },
    tryAgain(id) {
      store.change((rows) => tryAgain(rows, id))
      context.tryAgain()
    },
  }
}

function createEntry(
  context: WriteContext,
  entry: NewEntry,
  form: SendingForm | undefined,
): EntryId {
  let entryId = entry.id ?? newEntryId()
  const automatic = entry.id !== undefined
  const edit = tidy(entry)
  sendForm(form, (draft) => {
    if (draft !== undefined) entryId = draft.key as EntryId
    const createdAt = instantFromMilliseconds(context.now())
    const mutation = { action: 'create-entry', entryId, edit, createdAt, automatic } as const
    return write(context, mutation, { draft })
  })
  return entryId
}

function editEntry(
  context: WriteContext,
  ...[entryId, wanted, seen, form]: Parameters<Journal['editEntry']>
): Stored {
  const edit = tidy(wanted)
  const mutation = { action: 'edit-entry', entryId, edit, baseVersion: undefined } as const
  const conflict = (shown: Entry | undefined) => conflictOf(shown, edit, seen)
  return sendForm(form, (draft) => write(context, mutation, { draft, conflict }))
}

function deleteEntry({ store, now, tab }: WriteContext, entryId: EntryId, seen?: EntryEdit): void {
  store.change((rows) => {
    const shown = seen ?? entryWithQueued(rows, entryId)
    rows.put('deletions', { entryId, due: now() + undoWindow, seen: shown && editOf(shown), tab })
  })
}

function editOf({ category, content, isPrivate, scheduledDate }: EntryEdit): EntryEdit {
  return { category, content, isPrivate, scheduledDate }
}

/** False if the deletion has been sent. */
function undoDelete({ store }: WriteContext, id: EntryId): boolean {
  return store.change((rows) => {
    const isWaiting = rows.get('deletions', id) !== undefined
    rows.remove('deletions', id)
    return isWaiting
  }).value
}

function addCustomQuote(
  context: WriteContext,
  { text, author }: QuoteKey,
  form: SendingForm | undefined,
): CustomQuoteId {
  let quoteId = newCustomQuoteId()
  sendForm(form, (draft) => {
    if (draft !== undefined) quoteId = draft.key as CustomQuoteId
    const createdAt = instantFromMilliseconds(context.now())
    const quote = { text, author }
    return write(context, { action: 'add-custom-quote', quoteId, quote, createdAt }, { draft })
  })
  return quoteId
}

type Stored = 'stored' | 'refused'

/** Writes what a form holds in place of its draft; a refused text stays the form's draft. */
function sendForm(
  form: SendingForm | undefined,
  send: (draft: WriteOptions['draft']) => Stored,
): Stored {
  if (form === undefined) return send(undefined)
  const isStored = form.draft.handOver((key) => send({ key, rest: form.rest }) === 'stored')
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
