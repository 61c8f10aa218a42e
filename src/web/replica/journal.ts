import { undoWindow } from '../../domain/limits.ts'
import { editOf, type Entry, type EntryEdit } from '../../domain/entry.ts'
import {
  newId,
  instantFromMilliseconds,
  type CustomQuoteId,
  type EntryId,
  type Instant,
  type PartnerId,
  type ReplyId,
} from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'
import type { Reply } from '../../domain/table-schemas.ts'
import type { SeenReplies } from '../backend/calls.ts'
import type { Drafts } from './drafts/drafts.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import type { RowReader } from './memory/journal-rows.ts'
import type { JournalState } from './memory/journal-state.ts'
import type { DeletedId } from './memory/stored-rows.ts'
import { conflictOf } from './mutations/edit-entry.ts'
import { likes } from './mutations/likes.ts'
import { memoryMarks } from './mutations/memory-marks.ts'
import { reactions } from './mutations/reactions.ts'
import type { NewReview } from './mutations/reviews.ts'
import { repliesHere } from './outbox/replies-here.ts'
import { entryWithQueued, knowsEntry } from './outbox/outbox.ts'
import { tryAgain } from './outbox/retry-state.ts'
import { write, type WriteContext, type WriteOptions } from './outbox/write.ts'
import { detailsIn, shownEntry } from './questions/entry-details.ts'
import type { ShownEntry } from './questions/shown.ts'
import { timeOfWriting } from './questions/time-of-writing.ts'
import type { ServerClock } from './store/server-clock.ts'

export type { FormDraft } from './drafts/form-draft.ts'
export type { StorageFault } from './disk/storage-error.ts'
export type { StorageState, StorageWatch } from './disk/storage-watch.ts'
export type { JournalState } from './memory/journal-state.ts'
export type { Rejection, WaitingDeletion } from './memory/stored-rows.ts'
export { editForm, replyForm } from './mutations/draft-form.ts'
export { replyDraft } from './mutations/replies.ts'
export type { MutationName } from './mutations/registry.ts'
export type { RejectionReason } from './mutations/send-result.ts'
export type {
  DeviceCopy,
  Memory,
  NewsItem,
  ParkedWrite,
  ShownEntry,
  ShownLike,
  ShownReaction,
  SyncStatus,
  Unsent,
} from './questions/shown.ts'

/** What a new entry's form yields, already validated by the domain. */
export interface NewEntry extends EntryEdit {
  /** Given only by the automatic entry of a special day (D13); otherwise made here. */
  readonly id?: EntryId
  /** The idea of which it tells. */
  readonly ideaId?: EntryId | undefined
}

type JournalContext = WriteContext & { readonly clock: Pick<ServerClock, 'lastAnswer'> }

/** Which reply a write is about. */
type ReplyKey = Pick<Reply, 'id' | 'entryId'>

/** The form in which a write was typed; its draft goes in the same change. */
interface SendingForm {
  readonly draft: FormDraft
  /** What the form holds and is no part of the write: it is left as a new entry's draft. */
  readonly rest?: unknown
}

/**
 * The journal on this device. What screens show is read by hooks (`journal-context`, `use-rows`). A write makes a mutation of what the
 * screen says: that changes at once; it is stored on the device and sent behind it.
 */
export class Journal {
  readonly me: PartnerId
  readonly tab: string
  readonly drafts: Drafts
  /** Rows as screens show them at this moment. */
  readonly rows: RowReader
  readonly #context: JournalContext

  constructor(context: JournalContext, drafts: Drafts) {
    this.me = context.store.person
    this.tab = context.tab
    this.drafts = drafts
    this.rows = context.store.memory.shown
    this.#context = context
  }

  /** The journal once all of it is in memory. */
  async whole(): Promise<JournalState> {
    return this.#context.store.memory.until(({ isWhole }) => isWhole)
  }

  /** An entry; one that is not in memory yet is read from the device. */
  async entry(id: EntryId): Promise<ShownEntry | undefined> {
    const { store } = this.#context
    await store.readEntry(id)
    const entry = this.rows.get('entries', id)
    return entry && shownEntry(entry, detailsIn(store.memory.state(), this.rows, id))
  }

  /** True when an entry with this id exists, is pending, or was removed (D13). */
  async knowsEntry(id: EntryId): Promise<boolean> {
    await this.whole()
    return this.#context.store.change((rows) => knowsEntry(rows, id)).value
  }

  createEntry(entry: NewEntry, form?: SendingForm): EntryId {
    let entryId: EntryId = entry.id ?? newId()
    const automatic = entry.id !== undefined
    const edit = tidy(entry)
    sendForm(form, (draft) => {
      if (draft !== undefined) entryId = draft.key as EntryId
      const createdAt = automatic ? this.#now() : this.#timeOfWriting()
      const created = { action: 'create-entry', entryId, edit, createdAt, automatic } as const
      const mutation = automatic ? { ...created, whenClockIsRight: true as const } : created
      const { ideaId } = entry
      if (ideaId === undefined) return write(this.#context, mutation, { draft })
      const link = { action: 'link-story', storyId: entryId, ideaId, createdAt } as const
      return write(this.#context, { ...mutation, ideaId }, { draft, followedBy: link })
    })
    return entryId
  }

  /**
   * `seen` is the entry as the form showed it when it opened. Where the entry has changed since,
   * nothing is overwritten: the text is kept as a draft, the form's own if there is one, with a
   * `stale` refusal at once.
   */
  editEntry(
    entryId: EntryId,
    wanted: EntryEdit,
    seen?: EntryEdit,
    form?: SendingForm,
  ): 'stored' | 'refused' {
    const edit = tidy(wanted)
    const mutation = { action: 'edit-entry', entryId, edit, baseVersion: undefined } as const
    const conflict = (shown: Entry | undefined) => conflictOf(shown, edit, seen)
    return sendForm(form, (draft) => write(this.#context, mutation, { draft, conflict }))
  }

  setCompleted(entryId: EntryId, completed: boolean): void {
    const completedAt = completed ? this.#now() : null
    write(this.#context, { action: 'toggle-completed', entryId, completedAt })
  }

  /**
   * Hides the entry at once; it enters the outbox after 5000 ms, or at the next start (D11). `seen` is the
   * entry as the screen showed it when its deletion was asked for, `seenReplies` what it had then: what is
   * written meanwhile comes back to the person who wrote it (D26). Left out, it is what this device has now.
   */
  deleteEntry(entryId: EntryId, seen?: EntryEdit, seenReplies = this.repliesHere(entryId)): void {
    const { store, now, tab } = this.#context
    store.change((rows) => {
      const shown = seen ?? entryWithQueued(rows, entryId)
      const waiting = { entryId, due: now() + undoWindow, seenReplies, tab }
      rows.put('deletions', { ...waiting, seen: shown && editOf(shown) })
    })
  }

  /** The replies to an entry that this device has, as a deletion names them; `undefined` for more than it can name. */
  repliesHere(entryId: EntryId): SeenReplies | undefined {
    return this.#context.store.change((rows) => repliesHere(rows, entryId)).value
  }

  /** Takes a deletion back while it has not entered the outbox; false when it is too late. */
  undoDelete(id: DeletedId): boolean {
    return this.#context.store.change((rows) => {
      const isWaiting = rows.get('deletions', id) !== undefined
      rows.remove('deletions', id)
      return isWaiting
    }).value
  }

  /** `refused` where the entry is not shown any more: the text stays the form's draft. */
  createReply(entryId: EntryId, content: string, form?: SendingForm): Stored {
    return sendForm(form, (draft) => {
      const replyId = (draft?.key ?? newId()) as ReplyId
      const mutation = {
        action: 'create-reply',
        replyId,
        entryId,
        content,
        createdAt: this.#timeOfWriting(entryId),
      } as const
      const conflict = () => (this.rows.get('entries', entryId) === undefined ? 'gone' : undefined)
      return write(this.#context, mutation, { draft, conflict })
    })
  }

  /** `refused` where the reply is not there any more: the text stays the form's draft. */
  editReply({ id, entryId }: ReplyKey, content: string, form?: SendingForm): Stored {
    const mutation = { action: 'edit-reply', replyId: id, entryId, content } as const
    const conflict = (shown: unknown) => (shown === undefined ? 'gone' : undefined)
    return sendForm(form, (draft) => write(this.#context, mutation, { draft, conflict }))
  }

  /** Hides the reply at once; it enters the outbox after 5000 ms, or at the next start (D11). */
  deleteReply({ id, entryId }: ReplyKey): void {
    const { store, now, tab } = this.#context
    store.change((rows) =>
      rows.put('deletions', { entryId: id, replyTo: entryId, due: now() + undoWindow, tab }),
    )
  }

  setReaction(entryId: EntryId, emoji: ReactionEmoji, present: boolean): void {
    write(this.#context, reactions.mutation({ entryId, emoji }, this.me, this.#timeOf(present)))
  }

  /** @param likedAt when a like that is restored was set; now by default */
  setLike({ text, author }: QuoteKey, present: boolean, likedAt = this.#now()): void {
    const key = { quote: { text, author } }
    write(this.#context, likes.mutation(key, this.me, present ? likedAt : undefined))
  }

  addCustomQuote({ text, author }: QuoteKey, form?: SendingForm): CustomQuoteId {
    let quoteId: CustomQuoteId = newId()
    const createdAt = this.#now()
    sendForm(form, (draft) => {
      if (draft !== undefined) quoteId = draft.key as CustomQuoteId
      const quote = { text, author }
      const mutation = { action: 'add-custom-quote', quoteId, quote, createdAt } as const
      return write(this.#context, mutation, { draft })
    })
    return quoteId
  }

  /** Hides the quote at once; its deletion enters the outbox like that of a reply. */
  deleteCustomQuote(id: CustomQuoteId): void {
    const { store, now, tab } = this.#context
    store.change((rows) =>
      rows.put('deletions', { entryId: id, isQuote: true, due: now() + undoWindow, tab }),
    )
  }

  /** Keeps me from being reminded of an entry until the end of a day, for ever without one. */
  setMemoryMark(entryId: EntryId, until: JournalDay | null, present: boolean): void {
    write(this.#context, memoryMarks.mutation({ entryId, until }, this.me, this.#timeOf(present)))
  }

  /** Records one answer of mine; it is never changed. */
  addReview(review: NewReview): void {
    const reviewId = newId()
    write(this.#context, { action: 'add-review', reviewId, ...review, createdAt: this.#now() })
  }

  /** Records that everything was seen up to here, the greatest `visibleSince` on screen (D7). */
  moveReadMarker(seenUntil: Instant): void {
    write(this.#context, { action: 'last-look', seenUntil })
  }

  acknowledge(rejectionId: string): void {
    this.#context.store.change((rows) => rows.remove('refusals', rejectionId))
  }

  /** Sends what was parked once more. */
  tryAgain(parkedId: string): void {
    this.#context.store.change((rows) => tryAgain(rows, parkedId))
    this.#context.tryAgain()
  }

  #now(): Instant {
    return instantFromMilliseconds(this.#context.now())
  }

  #timeOfWriting(entryId?: EntryId): Instant {
    const times = { now: this.#now(), until: this.#context.clock.lastAnswer(), entryId }
    return timeOfWriting(this.#context.store.memory.state(), this.rows, times)
  }

  #timeOf(present: boolean): Instant | undefined {
    return present ? this.#now() : undefined
  }
}

type Stored = 'stored' | 'refused'

/** Writes what a form holds in place of its draft; a refused text stays the form's draft. */
function sendForm(
  form: SendingForm | undefined,
  send: (draft: WriteOptions['draft']) => Stored,
): Stored {
  if (form === undefined) return send(undefined)
  const isStored = form.draft.submit((key) => send({ key, rest: form.rest }) === 'stored')
  return isStored ? 'stored' : 'refused'
}

/** The date belongs to ideas only; the server refuses it elsewhere (D10). */
function tidy(edit: EntryEdit): EntryEdit {
  return { ...editOf(edit), scheduledDate: edit.category === 'ideen' ? edit.scheduledDate : null }
}
