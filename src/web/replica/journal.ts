import type { Category } from '../../domain/category.ts'
import type { Entry, EntryEdit } from '../../domain/entry.ts'
import type { EntryFilter } from '../../domain/filter.ts'
import type { CustomQuoteId, EntryId, Instant, PartnerId } from '../../domain/ids.ts'
import type { Profile } from '../../domain/partner.ts'
import type { QuoteKey } from '../../domain/quote.ts'
import type { Reaction, ReactionEmoji } from '../../domain/reaction.ts'
import type { JournalSettings } from '../../domain/settings.ts'
import type { DraftForm } from './copy/database.ts'

/** A reaction as a card shows it: the row with what is still on its way applied. */
export interface ShownReaction extends Pick<Reaction, 'id' | 'userId' | 'emoji'> {
  readonly name: string | undefined
}

/**
 * An entry as a card shows it: the server's row plus the device's pending operations.
 * `authorName` is undefined when the profile is unknown ("Unbekannt" on the screen).
 */
export interface ShownEntry extends Entry {
  readonly authorName: string | undefined
  readonly reactions: readonly ShownReaction[]
  /** True while any operation on this entry has not reached the server. */
  readonly pending: boolean
}

/** What a new entry's form yields, already validated by the domain. */
export interface NewEntry extends EntryEdit {
  /** Given only by the automatic entry of a special day (D13); otherwise made here. */
  readonly id?: EntryId
}

export interface EntryQuery {
  readonly filter: EntryFilter
  /** Milliseconds since 1970; decides "Geplant" and "Vergangen". */
  readonly now: number
  readonly limit: number
}

export interface EntryPage {
  /** Newest first, by `createdAt` then `id`. */
  readonly entries: readonly ShownEntry[]
  /** True when more entries match than `limit`. */
  readonly more: boolean
}

export interface ShownLike extends QuoteKey {
  readonly userId: PartnerId
  readonly name: string | undefined
  readonly createdAt: Instant
}

export interface ShownCustomQuote extends QuoteKey {
  readonly id: CustomQuoteId
  readonly userId: PartnerId
  readonly name: string | undefined
  readonly createdAt: Instant
}

/** One line of the bell's list (D7). */
export type NewsItem = {
  readonly entryId: EntryId
  readonly by: PartnerId
  readonly byName: string | undefined
  readonly visibleSince: Instant
  /** False for what the last look already covered; shown below the new ones. */
  readonly isNew: boolean
  readonly excerpt: string
  readonly category: Category
} & ({ readonly kind: 'entry' } | { readonly kind: 'reaction'; readonly emoji: ReactionEmoji })

export interface News {
  readonly count: number
  /** Newest first. */
  readonly items: readonly NewsItem[]
  /** The last look that the server knows, or the one still on its way. */
  readonly seenUntil: Instant | undefined
}

export type Connection = 'connecting' | 'online' | 'offline' | 'signed-out'

export interface SyncStatus {
  readonly connection: Connection
  /** Operations stored on this device that the server has not confirmed. */
  readonly pendingCount: number
  /** False until the first page of the very first pull has been stored. */
  readonly hasData: boolean
}

export type RefusedAction =
  | 'create-entry'
  | 'edit-entry'
  | 'toggle-completed'
  | 'delete-entry'
  | 'add-reaction'
  | 'remove-reaction'
  | 'like-quote'
  | 'unlike-quote'
  | 'add-custom-quote'
  | 'delete-custom-quote'
  | 'last-look'

/**
 * A definite refusal by the server. It is stored until the screen has shown it, so that neither
 * a reload nor a second tab loses the message or the typed text (D26).
 */
export interface Refusal {
  readonly id: number
  readonly action: RefusedAction
  /** `stale`: the partner edited first. `rejected`: forbidden or invalid for the server. */
  readonly reason: 'stale' | 'rejected'
  readonly entryId: EntryId | undefined
  /** What had been typed, kept also as a draft. */
  readonly keptText: string | undefined
}

/** A write that the server failed on again and again, set aside so that the others go on. */
export interface SetAside {
  readonly id: number
  readonly action: RefusedAction
  /** True from the wish for another try until it fails too. */
  readonly again: boolean
  /** The newest text that waits with it. */
  readonly text: string | undefined
}

/** The unsent text of one open form. No other form writes it, in no tab. */
export interface FormDraft {
  /** Keeps what the form holds now, a JSON-able value. It never fails: the text is on the screen. */
  write(value: unknown): void
  /** Takes the draft out: there is nothing in the form that would be a pity to lose. */
  clear(): void
  /**
   * Runs a write that takes the draft's place, once everything typed is stored. `send` gets the
   * draft's key, the id of the entry or quote to be, and says whether the draft is gone with it;
   * nothing brings a draft back that is gone. The journal's own writes call this.
   */
  handOver(send: (key: string) => Promise<boolean>): Promise<boolean>
  /** The form was closed: what it held waits for the next one. */
  leave(): void
}

/** Unsent text of forms, kept through reloads and crashes (D26). */
export interface Drafts {
  /** The draft of a form that opens empty, or on what is saved; stored with the first `write`. */
  begin(form: DraftForm): FormDraft
  /**
   * Takes up the oldest draft of this kind of form that no open form holds, in this tab or another:
   * one that was left, that a crash left, or that came back refused. `read` parses its value;
   * what it answers with `undefined` is passed over.
   */
  takeOldest<Value>(
    form: DraftForm,
    read: (value: unknown) => Value | undefined,
  ): Promise<{ readonly draft: FormDraft; readonly value: Value } | undefined>
  /** This tab ends: what its forms hold is free for others. */
  stop(): void
}

/** The form in which a write was typed; its draft goes in the same transaction. */
export interface SendingForm {
  readonly draft: FormDraft
  /** What stands in the form and is no part of the write: it is left as a new entry's draft. */
  readonly rest?: unknown
}

/** Work on a device that the server does not have. */
export interface Unsent {
  /** Operations and deletions on their way. */
  readonly changes: number
  /** Texts begun or come back refused, and not sent. */
  readonly drafts: number
}

/**
 * The copy of the journal on this device. Reads never touch the network and are written to be
 * called inside `useLiveQuery`; writes resolve once they are stored on the device together with
 * their outbox operation (architecture, "Sync, in one place").
 */
export interface Journal {
  readonly me: PartnerId

  profiles(): Promise<readonly Profile[]>
  settings(): Promise<JournalSettings | undefined>
  entries(query: EntryQuery): Promise<EntryPage>
  entry(id: EntryId): Promise<ShownEntry | undefined>
  translations(): Promise<readonly Entry[]>
  likes(): Promise<readonly ShownLike[]>
  customQuotes(): Promise<readonly ShownCustomQuote[]>
  news(): Promise<News>
  status(): Promise<SyncStatus>
  refusals(): Promise<readonly Refusal[]>
  /** Oldest first; each also counts as pending. */
  setAside(): Promise<readonly SetAside[]>

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
  /** Hides the entry at once; it enters the outbox after 5000 ms, or at the next start (D11). */
  deleteEntry(id: EntryId): Promise<void>
  /** Takes a deletion back while it has not entered the outbox; false when it is too late. */
  undoDelete(id: EntryId): Promise<boolean>
  setReaction(id: EntryId, emoji: ReactionEmoji, present: boolean): Promise<void>
  setLike(quote: QuoteKey, present: boolean): Promise<void>
  addCustomQuote(quote: QuoteKey, form?: SendingForm): Promise<CustomQuoteId>
  deleteCustomQuote(id: CustomQuoteId): Promise<void>
  /** Records a look at everything up to `seenUntil`, the greatest `visibleSince` on screen. */
  lookedAt(seenUntil: Instant): Promise<void>
  /** True when an entry with this id exists, is pending, or was removed (D13). */
  knowsEntry(id: EntryId): Promise<boolean>
  acknowledge(refusalId: number): Promise<void>
  /** Sends what was set aside once more. */
  tryAgain(setAsideId: number): Promise<void>

  readonly drafts: Drafts
}
