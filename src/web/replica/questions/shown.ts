import type { Category } from '../../../domain/category.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId, ReplyId } from '../../../domain/ids.ts'
import type { Ago } from '../../../domain/memory-days.ts'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import type { Reaction, RowOf } from '../../../domain/table-schemas.ts'
import type { ListedEntry } from '../memory/entry-order.ts'
import type { PhotoRejection } from '../memory/unsent-photos.ts'
import type { MutationName } from '../mutations/registry.ts'

/** A reaction as a card shows it. */
export type ShownReaction = Named<Pick<Reaction, 'id' | 'userId' | 'emoji' | 'createdAt'>>

/**
 * An entry as a card shows it: the server's row with this device's pending mutations applied.
 * `authorName` is undefined when the profile is unknown ("Unbekannt" on the screen).
 */
export interface ShownEntry extends Entry {
  readonly authorName: string | undefined
  readonly reactions: readonly ShownReaction[]
  /** True while any mutation of this entry has not reached the server. */
  readonly pending: boolean
}

/** A photo as a card shows it: one of the server's, or one of this device that waits to be sent. */
export type ShownPhoto = Omit<RowOf<'photos'>, 'visibleSince' | 'updatedAt'> &
  (
    | { readonly state: 'sent' | 'waiting'; readonly reason?: undefined }
    | { readonly state: 'rejected'; readonly reason: PhotoRejection }
  )

/** An entry that one is reminded of, and how long ago it was written. */
export interface Memory {
  readonly ago: Ago
  readonly entry: ListedEntry
}

/** A row of a person whose name is shown; undefined where the profile is unknown. */
type Named<Row> = Row & { readonly name: string | undefined }
export type ShownLike = Named<RowOf<'quote_likes'>>
export type ShownCustomQuote = Named<RowOf<'custom_quotes'>>

/** One line of the list of news (D7). */
export type NewsItem = {
  readonly entryId: EntryId
  readonly by: PartnerId
  readonly byName: string | undefined
  readonly visibleSince: Instant
  readonly excerpt: string
  readonly category: Category
} & (
  | { readonly kind: 'entry' }
  | { readonly kind: 'reaction'; readonly emoji: ReactionEmoji }
  /** How many photos came to the entry once it was known. */
  | { readonly kind: 'photos'; readonly photos: number }
  /** The excerpt is the reply's; `to` has the first words of the entry. */
  | { readonly kind: 'reply'; readonly replyId: ReplyId; readonly to: string }
)

/** The entries, replies, photos and reactions of the partner, new or not. */
export interface News {
  /** Newest first, as many as were asked for. */
  readonly items: readonly NewsItem[]
  /** True when there are older ones. */
  readonly more: boolean
}

/** The part of the journal that is on this device, and the server's facts about its keeping. */
export interface DeviceCopy {
  /** Entries held. */
  readonly entries: number
  /** When the oldest of them was written. */
  readonly oldest: Instant | undefined
  /** True once everything this person may see is here. */
  readonly isComplete: boolean
  /** While it is not: all entries that changed since then are here. */
  readonly completeSince: Instant | undefined
  /** Rows of this person's own work that this app cannot read; they stay on this device. */
  readonly unreadable: number
  readonly unsent: Unsent
  /**
   * When the server's last good backup was taken; `none` where it has not made one, `unknown` where
   * the server does not say: on a hosted project, or before the first pull.
   */
  readonly backup: Instant | 'none' | 'unknown'
  /** True while a disk of the server is nearly full. */
  readonly isDiskLow: boolean
  readonly isBackupFolderChanged: boolean
}

/** Work on a device that the server does not have. */
export interface Unsent {
  /** Mutations and deletions on their way. */
  readonly changes: number
  /** Texts begun or come back refused, and not sent. */
  readonly drafts: number
  /** Photos that wait to be sent. */
  readonly photos: number
  /** Rows that were kept because the server was put back; until all is read again, those that it has are among them. */
  readonly lost: number
}

/** A time, and the zone in which the journal says it. */
export interface WrittenAt {
  readonly at: Instant
  /** An IANA name. */
  readonly timeZone: string
}

export interface SyncStatus {
  /** Mutations stored on this device that the server has not confirmed. */
  readonly pendingCount: number
  /** When the oldest of them was made; looks at the bell do not count. */
  readonly oldest: WrittenAt | undefined
  /** The parked writes (decision 0011), oldest first; each also counts as pending. */
  readonly parked: readonly ParkedWrite[]
  /** False until the first page of the very first pull has been stored. */
  readonly hasData: boolean
}

/** A write that the server failed on again and again, parked so that the others go on. */
export interface ParkedWrite {
  readonly id: string
  readonly action: MutationName
  /** True from the request for another try until that fails too. */
  readonly again: boolean
  /** The newest text that waits with it. */
  readonly text: string | undefined
}
