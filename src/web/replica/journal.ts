import type { Entry, EntryEdit } from '../../domain/entry.ts'
import type { CustomQuoteId, EntryId, Instant, PartnerId } from '../../domain/ids.ts'
import type { JournalDay } from '../../domain/journal-day.ts'
import type { MemoryMark } from '../../domain/memory-days.ts'
import type { Profile } from '../../domain/partner.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { ReactionEmoji } from '../../domain/reaction.ts'
import type { JournalSettings } from '../../domain/settings.ts'
import type { Drafts, SendingForm } from './copy/form-draft.ts'
import type { Refusal } from './copy/stored-rows.ts'
import type { Search } from './search/search.ts'
import type {
  DeviceCopy,
  EntryKey,
  EntryPage,
  EntryQuery,
  EntrySelection,
  ListPlace,
  Memory,
  News,
  NewsCount,
  ShownCustomQuote,
  ShownEntry,
  ShownLike,
  StoredReactions,
  SyncStatus,
} from './queries/shown.ts'

export type { Search } from './search/search.ts'
export type { FormDraft } from './copy/form-draft.ts'
export { shareStructure } from './copy/share-structure.ts'
export type { Refusal } from './copy/stored-rows.ts'
export type { StorageFault } from './copy/storage-error.ts'
export type { StorageState, StorageWatch } from './copy/storage-watch.ts'
export { editForm } from './mutations/draft-form.ts'
export type { MutationName } from './mutations/registry.ts'
export type { RefusalReason } from './mutations/send-result.ts'
export type {
  DeviceCopy,
  EntryKey,
  EntryPage,
  EntryQuery,
  FoundPage,
  ListPlace,
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
} from './queries/shown.ts'

/** What a new entry's form yields, already validated by the domain. */
export interface NewEntry extends EntryEdit {
  /** Given only by the automatic entry of a special day (D13); otherwise made here. */
  readonly id?: EntryId
}

/**
 * The copy of the journal on this device. Reads never touch the network and are written to be
 * called inside `useLive`; writes resolve once they are stored on the device together with
 * their place in the outbox.
 */
export interface Journal {
  readonly me: PartnerId

  profiles(): Promise<readonly Profile[]>
  settings(): Promise<JournalSettings | undefined>
  entries(query: EntryQuery): Promise<EntryPage>
  /** Every reaction that is stored, for `entries` of who reads them all. */
  storedReactions(): Promise<StoredReactions>
  /**
   * Where a part of the list begins that has `distance` entries, or as many as there are, before the
   * one with this key.
   */
  placeBefore(selection: EntrySelection, key: EntryKey, distance: number): Promise<ListPlace>
  entry(id: EntryId): Promise<ShownEntry | undefined>
  /** An entry written before a time, by a share from 0 to 1 of all that there are. */
  anyBefore(before: Instant, share: number): Promise<Entry | undefined>
  /** Begins to read all entries for a search; the caller closes it. */
  openSearch(): Promise<Search>
  /** What I am reminded of today; reactions are read for the one at the place `chosen` and its neighbours. */
  memories(now: number, chosen: number): Promise<readonly Memory[]>
  /** All that I do not want to be reminded of. */
  memoryMarks(): Promise<readonly MemoryMark[]>
  translations(): Promise<readonly Entry[]>
  likes(): Promise<readonly ShownLike[]>
  customQuotes(): Promise<readonly ShownCustomQuote[]>
  /** How much is new for me. */
  newsCount(): Promise<NewsCount>
  /** `lines` is how many to list at most. */
  news(lines: number): Promise<News>
  status(): Promise<SyncStatus>
  deviceCopy(): Promise<DeviceCopy>
  refusals(): Promise<readonly Refusal[]>

  createEntry(entry: NewEntry, form?: SendingForm): Promise<EntryId>
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
  ): Promise<'stored' | 'refused'>
  setCompleted(id: EntryId, completed: boolean): Promise<void>
  /**
   * Hides the entry at once; it enters the outbox after 5000 ms, or at the next start (D11). `seen` is the
   * entry as the screen showed it when its deletion was asked for: what is written into it meanwhile comes
   * back to the person who wrote it (D26). Left out, it is the entry as it is shown now.
   */
  deleteEntry(id: EntryId, seen?: EntryEdit): Promise<void>
  /** Takes a deletion back while it has not entered the outbox; false when it is too late. */
  undoDelete(id: EntryId): Promise<boolean>
  setReaction(id: EntryId, emoji: ReactionEmoji, present: boolean): Promise<void>
  setLike(quote: QuoteKey, present: boolean): Promise<void>
  addCustomQuote(quote: QuoteKey, form?: SendingForm): Promise<CustomQuoteId>
  deleteCustomQuote(id: CustomQuoteId): Promise<void>
  /** Keeps me from being reminded of an entry until the end of a day, for ever without one. */
  setMemoryMark(id: EntryId, until: JournalDay | null, present: boolean): Promise<void>
  /** Records that everything was seen up to here, the greatest `visibleSince` on screen (D7). */
  moveReadMarker(seenUntil: Instant): Promise<void>
  /** True when an entry with this id exists, is pending, or was removed (D13). */
  knowsEntry(id: EntryId): Promise<boolean>
  acknowledge(refusalId: number): Promise<void>
  /** Sends what was set aside once more. */
  tryAgain(setAsideId: number): Promise<void>

  readonly drafts: Drafts
}
