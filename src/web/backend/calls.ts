import type { FormPhoto } from '../../domain/form-photos.ts'
import type { EntryId, Instant, PhotoId, ReplyId, ServerStart } from '../../domain/ids.ts'
import type { SyncedTable } from '../../domain/journal-tables.ts'
import type { PictureSize } from '../../domain/photo.ts'
import type { RowOf } from '../../domain/table-schemas.ts'
import type { Page, PageRequest } from './page.ts'
import type { FailureCode, Result } from './result.ts'

/**
 * A write's answer: the row as the server now holds it. `undefined` means that no row came back:
 * there is none, or row level security hides it; the protocol does not distinguish the two.
 */
export type Written<Row> = Promise<Result<Row | undefined>>
export type Deleted = Promise<Result<readonly string[]>>

/** Replies by id, each with the version that was seen; `null` where it makes no difference which. */
export type SeenReplies = Readonly<Record<ReplyId, Instant | null>>

/** The state of an entry that a person had seen when they asked to delete it. */
export interface SeenOfEntry {
  /** The version of its text, which alone is deleted; `null` where the text was not seen. */
  readonly version: number | null
  /** `undefined` where all that there are count as seen. */
  readonly replies: SeenReplies | undefined
}

/** A photo as a device made it ready, with both pictures. */
export interface NewPhoto extends FormPhoto {
  readonly entryId: EntryId
  readonly writtenAt: Instant
  readonly preview: ArrayBuffer
  readonly full: ArrayBuffer
}

/**
 * Why a photo was not taken, besides the failures of every call.
 *
 * - `too-many`: the entry has as many as it may have
 * - `too-large`: something on the way takes no request of this size
 * - `no-room`: the server takes no photos now, because of its disk or of a limit that the operator set
 */
export type PhotoFailure = FailureCode | 'too-many' | 'too-large' | 'no-room'

export type AddedPhoto = Promise<
  | { readonly ok: true; readonly value: RowOf<'photos'> | undefined }
  | {
      readonly ok: false
      readonly code: PhotoFailure
      /** Milliseconds after which the server wants to be asked again, where it says so. */
      readonly retryAfter?: number
    }
>

/** Some fields of a row: what it is found by, or what is written. */
export type Fields<Table extends SyncedTable> = Partial<RowOf<Table>>

/**
 * One person's calls to the backend's tables (D23). Every call is refused as `unauthorized` while
 * the session on this device is not this person's, so one person's outbox can never be sent in the
 * name of the other.
 */
export interface Calls {
  /** `undefined` when the row is missing, invisible or unreadable. */
  readJournal(): Promise<Result<RowOf<'journal'> | undefined>>
  /** The starts that followed the one given; `unknown` when the server does not know it. */
  readStartsAfter(seen: ServerStart): Promise<Result<readonly RowOf<'server_starts'>[] | 'unknown'>>
  readPage<Table extends SyncedTable>(
    table: Table,
    request: PageRequest,
  ): Promise<Result<Page<Table>>>
  read<Table extends SyncedTable>(table: Table, match: Fields<Table>): Written<RowOf<Table>>
  /** True when `removals` names this row, so it is gone for this person. */
  wasRemoved(table: SyncedTable, id: string): Promise<Result<boolean>>

  /** The server decides every field that is not given. */
  insert<Table extends SyncedTable>(table: Table, row: Fields<Table>): Written<RowOf<Table>>
  /** Changes nothing, and returns no row, where none matches. */
  update<Table extends SyncedTable>(
    table: Table,
    match: Fields<Table>,
    changes: Fields<Table>,
  ): Written<RowOf<Table>>
  /** Answers with the ids of the rows deleted: none or one. */
  delete<Table extends SyncedTable>(table: Table, match: Fields<Table>): Deleted
  /** Deletes an entry; what of it this person has not seen is noted for those who wrote it (D26). */
  deleteEntry(id: EntryId, seen: SeenOfEntry): Deleted

  /** Adds a photo whole; the same id again answers with the same row. The signal breaks the request off. */
  addPhoto(photo: NewPhoto, signal?: AbortSignal): AddedPhoto
  /** Puts the photos of an entry into this order; answers with its rows, in it. */
  orderPhotos(
    entryId: EntryId,
    photoIds: readonly PhotoId[],
  ): Promise<Result<readonly RowOf<'photos'>[]>>
  /** `undefined` if there is none that this person sees. */
  readPicture(
    id: PhotoId,
    size: PictureSize,
    signal?: AbortSignal,
  ): Promise<Result<ArrayBuffer | undefined>>
}
