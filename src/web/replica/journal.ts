import { tidyEdit, type EntryEdit } from '../../domain/entry.ts'
import type { FormPhoto, PhotoChanges } from '../../domain/form-photos.ts'
import {
  newId,
  instantFromMilliseconds,
  type EntryId,
  type Instant,
  type MadeId,
  type PartnerId,
  type PhotoId,
} from '../../domain/ids.ts'
import type { SeenReplies } from '../backend/calls.ts'
import type { Drafts } from './drafts/drafts.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import type { RowReader } from './memory/journal-rows.ts'
import type { JournalState } from './memory/journal-state.ts'
import type { DeletedId } from './memory/stored-rows.ts'
import { complete, type Wanted } from './mutations/registry.ts'
import { tryPhotosAgain } from './outbox/photo-writes.ts'
import { repliesHere } from './outbox/replies-here.ts'
import { knowsEntry } from './outbox/outbox.ts'
import { tryAgain } from './outbox/retry-state.ts'
import { write, type WriteContext, type WriteOptions } from './outbox/write.ts'
import { detailsIn, shownEntry } from './questions/entry-details.ts'
import type { ShownEntry } from './questions/shown.ts'
import { timeOfWriting } from './questions/time-of-writing.ts'
import { chosenFiles, type ChosenFiles } from './pictures/chosen-files.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { ServerClock } from './store/server-clock.ts'

export type { FormDraft } from './drafts/form-draft.ts'
export type { LeftDraft } from './drafts/drafts.ts'
export type { StorageFault } from './disk/storage-error.ts'
export type { StorageState, StorageWatch } from './disk/storage-watch.ts'
export type { JournalState } from './memory/journal-state.ts'
export type { PhotoRejection } from './memory/unsent-photos.ts'
export type { Rejection, WaitingDeletion } from './memory/stored-rows.ts'
export { editForm, replyForm } from './mutations/draft-form.ts'
export { replyDraft } from './mutations/replies.ts'
export type { MutationName } from './mutations/registry.ts'
export type {
  DeviceCopy,
  Memory,
  NewsItem,
  ParkedWrite,
  ShownEntry,
  ShownLike,
  ShownPhoto,
  ShownReaction,
  SyncStatus,
  Unsent,
} from './questions/shown.ts'

/** The value of a new entry's form, already validated by the domain. */
export interface NewEntry extends EntryEdit {
  /** Given only by the automatic entry of a special day (D13); otherwise made here. */
  readonly id?: EntryId
  /** The idea of which it tells. */
  readonly ideaId?: EntryId | undefined
}

interface JournalContext extends WriteContext {
  readonly clock: Pick<ServerClock, 'lastAnswer'>
  readonly pictures: Pictures
}

/** The form in which a text was typed; its draft goes in the same change. */
interface SendingForm {
  readonly draft?: FormDraft
  /** The value of the form beside the write: it is left as a new entry's draft. */
  readonly rest?: unknown
  /** An entry as its form showed it when it opened: where it has changed since, nothing is overwritten. */
  readonly seen?: EntryEdit | undefined
}

interface EditForm extends SendingForm {
  /** The form's changes of the entry's photos, in the same change. */
  readonly photos?: PhotoChanges | undefined
}

interface NewEntryForm extends SendingForm {
  /** Its photos, in their order, in the same change; their pictures are kept (`pictures`). */
  readonly photos?: readonly FormPhoto[] | undefined
}

/**
 * The journal on this device. What screens show is read by hooks (`journal-context`, `use-rows`). A write makes a mutation of what the
 * screen says: that changes at once; it is stored on the device and sent behind it.
 */
export class Journal {
  readonly me: PartnerId
  readonly tab: string
  readonly drafts: Drafts
  /** The pictures of photos on this device. */
  readonly pictures: Pictures
  /** The files of which forms make photos. */
  readonly chosenFiles: ChosenFiles
  /** Rows as screens show them at this moment. */
  readonly rows: RowReader
  readonly #context: JournalContext

  constructor(context: JournalContext, drafts: Drafts) {
    this.me = context.store.person
    this.tab = context.tab
    this.drafts = drafts
    this.pictures = context.pictures
    this.chosenFiles = chosenFiles(context.store.disk, context.now)
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

  /**
   * Writes what a screen asks for: it is shown at once, stored and sent behind it. A deletion can be undone
   * for `undoWindow` (D11).
   *
   * @returns `refused` where a text must not be written now: it stays the form's draft, with a rejection at once
   */
  write(wanted: Wanted, form: EditForm = {}): Stored {
    return sendForm(form, (draft) => {
      const mutation = complete(wanted, {
        me: this.me,
        now: this.#now(),
        id: (draft?.key as MadeId | undefined) ?? newId(),
        timeOfWriting: (entryId) => this.#timeOfWriting(entryId),
      })
      const photos = form.photos && { changes: form.photos, writtenAt: this.#timeOfWriting() }
      return write(this.#context, mutation, { draft, seen: form.seen, photos })
    })
  }

  createEntry(entry: NewEntry, form: NewEntryForm = {}): EntryId {
    let entryId: EntryId = entry.id ?? newId()
    const automatic = entry.id !== undefined
    const edit = tidyEdit(entry)
    sendForm(form, (draft) => {
      if (draft !== undefined) entryId = draft.key as EntryId
      const createdAt = automatic ? this.#now() : this.#timeOfWriting()
      const created = { action: 'create-entry', entryId, edit, createdAt, automatic } as const
      const mutation = automatic ? { ...created, whenClockIsRight: true as const } : created
      const changes = form.photos && { ...noPhotoChanges, added: form.photos }
      const photos = changes && { changes, writtenAt: createdAt }
      const { ideaId } = entry
      if (ideaId === undefined) return write(this.#context, mutation, { draft, photos })
      const link = { action: 'link-story', storyId: entryId, ideaId, createdAt } as const
      return write(this.#context, { ...mutation, ideaId }, { draft, followedBy: link, photos })
    })
    return entryId
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

  /** Sends a photo that was refused once more. */
  retryPhoto(id: PhotoId): void {
    this.#context.store.change((rows) => tryPhotosAgain(rows, id))
    this.#context.tryAgain()
  }

  /** Gives up a photo that was refused; its pictures leave this device. */
  leaveOutPhoto(id: PhotoId): void {
    this.#context.store.change((rows) => rows.remove('unsentPhotos', id))
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
}

const noPhotoChanges: PhotoChanges = { removed: [], described: [], added: [], order: undefined }

type Stored = 'stored' | 'refused'

/** Writes what a form holds in place of its draft; a refused text stays the form's draft. */
function sendForm(
  { draft, rest }: SendingForm,
  send: (draft: WriteOptions['draft']) => Stored,
): Stored {
  if (draft === undefined) return send(undefined)
  return draft.submit((key) => send({ key, rest }) === 'stored') ? 'stored' : 'refused'
}
