import type { DBSchema, IDBPTransaction } from 'idb'
import type { PartnerId, PhotoId } from '../../../domain/ids.ts'
import { pictureSizes } from '../../../domain/photo.ts'
import { keyPaths, type LargePart, type StoredRows, type TableName } from '../memory/tables.ts'

/** The right to send where the browser has no Web Locks (plain HTTP), and the mark of a sign-out. */
export interface Lease {
  readonly name: string
  readonly owner: string
  readonly until: number
}

/** The rows that two tabs may want at the same time. */
export interface Swapped {
  readonly drafts: StoredRows['drafts']
  readonly leases: Lease
}

/** Tombstones and pictures lie under two keys. */
export type StoreKey = string | [string, string]

/** The pictures of a photo, and the chosen file that a form makes them of: it is here until they are. */
export const storedSizes = [...pictureSizes, 'file'] as const
export type StoredSize = (typeof storedSizes)[number]

/** One picture of a photo. As bytes: Safari loses a `Blob`. */
export interface StoredPicture {
  readonly photoId: PhotoId
  readonly size: StoredSize
  readonly bytes: ArrayBuffer
}

/** These facts decide which pictures stay. They are stored apart: to read all pictures for that would take seconds. */
export interface PictureFacts {
  readonly photoId: PhotoId
  readonly size: StoredSize
  /** Bytes. */
  readonly length: number
  /** Milliseconds of the device's clock; of one that was kept by a form the time of that. */
  readonly seenAt: number
  /** True where this device made it. */
  readonly isOwn: boolean
}

type TableSchema = {
  [Name in TableName]: {
    key: Name extends 'tombstones' ? [string, string] : string
    value: StoredRows[Name]
    indexes: Name extends 'entries' | LargePart ? Record<string, string | string[]> : never
  }
}

/** One person's copy in IndexedDB: a store for each table, and the leases. */
export interface CopySchema extends DBSchema, TableSchema {
  leases: { key: string; value: Lease }
  pictures: { key: [string, string]; value: StoredPicture }
  pictureFacts: { key: [string, string]; value: PictureFacts }
}

/** The stores of pictures; memory holds none of them. */
export const pictureStores = ['pictures', 'pictureFacts'] as const

export type StoreName = TableName | 'leases' | (typeof pictureStores)[number]

/** An open copy. */
export interface CopyDatabase {
  readonly name: string
  /** Throws where the connection is closed. A failure rejects the requests, and `done` for those who wait for it. */
  begin<Name extends StoreName, Mode extends 'readonly' | 'readwrite' = 'readonly'>(
    names: readonly Name[],
    mode?: Mode,
    options?: IDBTransactionOptions,
  ): IDBPTransaction<CopySchema, Name[], Mode>
  close(): void
  /** Closes it, and breaks off what the page would have to go on with: nothing is left that another page waits for. */
  leave(): void
}

/** The name of one person's copy: two people on one device never share a row. */
export function databaseName(person: PartnerId): string {
  return `tagebuch-${person}`
}

/** Entries by time of writing, newest last. */
export const byTime = '[createdAt+id]'
/** Reactions and replies by their entry. */
export const byEntry = 'entryId'

/** The keys of each store's rows. */
export const storeKeys: Readonly<Record<StoreName, string | string[]>> = {
  ...keyPaths,
  leases: 'name',
  pictures: ['photoId', 'size'],
  pictureFacts: ['photoId', 'size'],
}
