import type { PhotoId } from '../../../domain/ids.ts'
import type { PictureSize } from '../../../domain/photo.ts'
import {
  pictureStores,
  storedSizes,
  type CopyDatabase,
  type PictureFacts,
  type StoredSize,
} from './schema.ts'

/** Both pictures of a photo. */
export interface PhotoPictures {
  readonly preview: ArrayBuffer
  readonly full: ArrayBuffer
}

/** The place of a picture in both stores. */
export type PictureKey = readonly [id: PhotoId, size: PictureSize]

/** The pictures that this device has made of a photo, or the file of which it makes them. */
type OwnFiles = PhotoPictures | { readonly file: ArrayBuffer }

/** Stores these of a photo, in place of all else of it, or none. */
export async function putOwn(
  database: CopyDatabase,
  photoId: PhotoId,
  files: OwnFiles,
  seenAt: number,
): Promise<void> {
  const transaction = database.begin(pictureStores, 'readwrite')
  await Promise.all(deletionsOf(transaction, photoId))
  // One after the other: the first that fails says why.
  for (const [size, bytes] of Object.entries(files) as [StoredSize, ArrayBuffer][]) {
    await transaction.objectStore('pictures').put({ photoId, size, bytes })
    const facts = { photoId, size, length: bytes.byteLength, seenAt, isOwn: true }
    await transaction.objectStore('pictureFacts').put(facts)
  }
  await transaction.done
}

/**
 * Stores a picture that the server gave, if the copy still has its photo: what was hidden or deleted meanwhile leaves
 * none behind. Returns whether it has.
 */
export async function putReadPicture(
  database: CopyDatabase,
  { photoId, size, bytes }: { photoId: PhotoId; size: PictureSize; bytes: ArrayBuffer },
  seenAt: number,
): Promise<boolean> {
  const transaction = database.begin(['photos', ...pictureStores], 'readwrite')
  const isThere = (await transaction.objectStore('photos').getKey(photoId)) !== undefined
  if (isThere) {
    const facts = { photoId, size, length: bytes.byteLength, seenAt, isOwn: false }
    await transaction.objectStore('pictures').put({ photoId, size, bytes })
    await transaction.objectStore('pictureFacts').put(facts)
  }
  await transaction.done
  return isThere
}

export async function getPicture(
  database: CopyDatabase,
  photoId: PhotoId,
  size: StoredSize,
): Promise<ArrayBuffer | undefined> {
  const held = await database.begin(['pictures']).objectStore('pictures').get([photoId, size])
  return held?.bytes
}

/** A picture that is looked at once an hour or more often is noted as seen so often. */
const notedEvery = 3_600_000

/** Notes that pictures were seen now. */
export async function noteSeen(
  database: CopyDatabase,
  keys: readonly PictureKey[],
  now: number,
): Promise<void> {
  const transaction = database.begin(['pictureFacts'], 'readwrite')
  const store = transaction.objectStore('pictureFacts')
  const note = async ([id, size]: PictureKey) => {
    const facts = await store.get([id, size])
    if (facts !== undefined && Math.abs(now - facts.seenAt) >= notedEvery)
      await store.put({ ...facts, seenAt: now })
  }
  await Promise.all([...keys.map(note), transaction.done])
}

export async function readFacts(database: CopyDatabase): Promise<readonly PictureFacts[]> {
  return database.begin(['pictureFacts']).objectStore('pictureFacts').getAll()
}

/** Deletes all that is stored of a photo. */
export async function removePictures(database: CopyDatabase, photoId: PhotoId): Promise<void> {
  const transaction = database.begin(pictureStores, 'readwrite')
  await Promise.all([...deletionsOf(transaction, photoId), transaction.done])
}

interface Deleting {
  objectStore(name: (typeof pictureStores)[number]): {
    delete(key: [string, string]): Promise<void>
  }
}

/** Asks for the deletion of all that is stored of a photo, or of some sizes of it, within a transaction. */
export function deletionsOf(
  transaction: Deleting,
  photoId: string,
  sizes: readonly StoredSize[] = storedSizes,
): readonly Promise<void>[] {
  return sizes.flatMap((size) =>
    pictureStores.map(async (name) => transaction.objectStore(name).delete([photoId, size])),
  )
}

/** The facts about the pictures that the copy holds, and about the rows that need them. */
export interface PictureNeeds {
  readonly facts: readonly PictureFacts[]
  /** The ids of the server's photos that the copy has. */
  readonly photos: ReadonlySet<string>
  /** Every id that drafts, photos that wait and rows that the server lost name: nothing of those goes by itself. */
  readonly named: ReadonlySet<string>
}

/** The ids in a value of any form: a newer app may have stored it. */
export function idsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value ?? null).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g))
}

/**
 * Deletes the pictures that are chosen. All is read and deleted in one transaction, so that what another tab keeps at
 * the same time is seen, or comes later.
 */
export async function deletePictures(
  database: CopyDatabase,
  choose: (needs: PictureNeeds) => readonly PictureFacts[],
): Promise<void> {
  const named = ['drafts', 'unsentPhotos', 'lostRows'] as const
  const transaction = database.begin(['photos', ...named, ...pictureStores], 'readwrite')
  const [facts, photos, ...own] = await Promise.all([
    transaction.objectStore('pictureFacts').getAll(),
    transaction.objectStore('photos').getAllKeys(),
    ...named.map(async (name) => transaction.objectStore(name).getAll()),
  ])
  const needs = { facts, photos: new Set<string>(photos), named: idsIn(own) }
  const gone = choose(needs).flatMap(({ photoId, size }) =>
    deletionsOf(transaction, photoId, [size]),
  )
  await Promise.all([...gone, transaction.done])
}
