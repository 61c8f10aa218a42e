import type { EntryEdit } from '../../domain/entry.ts'
import type { CustomQuoteId, EntryId, Instant, PartnerId } from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'
import type { Drafts, SendingForm } from './drafts/form-draft.ts'
import type { JournalState } from './memory/journal-state.ts'
import type { ShownEntry } from './questions/shown.ts'

export type { FormDraft } from './drafts/form-draft.ts'
export type { StorageFault } from './disk/storage-error.ts'
export type { StorageState, StorageWatch } from './disk/storage-watch.ts'
export type { JournalState } from './memory/journal-state.ts'
export type { Refusal } from './memory/stored-rows.ts'
export { editForm } from './mutations/draft-form.ts'
export type { MutationName } from './mutations/registry.ts'
export type { RefusalReason } from './mutations/send-result.ts'
export type {
  DeviceCopy,
  Memory,
  News,
  NewsCount,
  NewsItem,
  SetAside,
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
}

/**
 * The journal on this device. What screens show is read by `useJournalState`. A write changes that at once; it is
 * stored on the device and sent behind it.
 */
export interface Journal {
  readonly me: PartnerId

  /** The journal once all of it is in memory. */
  whole(): Promise<JournalState>
  /** An entry; one that is not in memory yet is read from the device. */
  entry(id: EntryId): Promise<ShownEntry | undefined>
  /** True when an entry with this id exists, is pending, or was removed (D13). */
  knowsEntry(id: EntryId): Promise<boolean>

  createEntry(entry: NewEntry, form?: SendingForm): EntryId
  /**
   * `seen` is the entry as the form showed it when it opened. Where the entry has changed since,
   * nothing is overwritten: the text is kept as a draft, the form's own if there is one, with a
   * `stale` refusal at once.
   */
  editEntry(
    id: EntryId,
    edit: EntryEdit,
    seen?: EntryEdit,
    form?: SendingForm,
  ): 'stored' | 'refused'
  setCompleted(id: EntryId, completed: boolean): void
  /**
   * Hides the entry at once; it enters the outbox after 5000 ms, or at the next start (D11). `seen` is the
   * entry as the screen showed it when its deletion was asked for: what is written into it meanwhile comes
   * back to the person who wrote it (D26). Left out, it is the entry as it is shown now.
   */
  deleteEntry(id: EntryId, seen?: EntryEdit): void
  /** Takes a deletion back while it has not entered the outbox; false when it is too late. */
  undoDelete(id: EntryId): boolean
  setReaction(id: EntryId, emoji: ReactionEmoji, present: boolean): void
  setLike(quote: QuoteKey, present: boolean): void
  addCustomQuote(quote: QuoteKey, form?: SendingForm): CustomQuoteId
  deleteCustomQuote(id: CustomQuoteId): void
  /** Keeps me from being reminded of an entry until the end of a day, for ever without one. */
  setMemoryMark(id: EntryId, until: JournalDay | null, present: boolean): void
  /** Records that everything was seen up to here, the greatest `visibleSince` on screen (D7). */
  moveReadMarker(seenUntil: Instant): void
  acknowledge(refusalId: string): void
  /** Sends what was set aside once more. */
  tryAgain(setAsideId: string): void

  readonly drafts: Drafts
}
