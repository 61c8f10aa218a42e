import { newId, type PhotoId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { AddedPhoto, Calls, NewPhoto, PhotoFailure } from '../../backend/calls.ts'
import type { FailureCode } from '../../backend/result.ts'
import type { Transaction } from '../memory/transaction.ts'
import { formPhotoOf, type UnsentPhoto } from '../memory/unsent-photos.ts'
import type { Store } from '../store/store.ts'
import { applyPhotoRejection, applySent, recordPhotoFault, removeOnServer } from './apply-photo.ts'
import type { Clock } from './misdated.ts'
import { nextPhoto } from './next-photo.ts'

/** The pictures of photos that wait, as the device keeps them. */
export interface KeptPictures {
  both(id: PhotoId): Promise<Pick<NewPhoto, 'preview' | 'full'> | undefined>
  keep(id: PhotoId, pictures: Pick<NewPhoto, 'preview' | 'full'>): Promise<unknown>
}

export interface PhotoSendOptions {
  readonly store: Store
  readonly calls: Pick<Calls, 'addPhoto' | 'read'>
  readonly pictures: KeptPictures
  /** False while a photo cannot reach the server. */
  readonly isReachable: () => boolean
  /** The facts about the times of this device. */
  readonly clock: Clock
  /** Milliseconds of the device's clock. */
  readonly now: () => number
}

/** Why photos wait; text goes on. `unsupported`: the server knows no photos, as a hosted project without their migration. */
type Pause = Exclude<FailureCode, 'rejected' | 'duplicate'>

/** The result of one attempt: `ok` once it is decided what becomes of a photo, `empty` where none can be sent now, `busy` while another tab sends. */
export interface PhotoAttempt {
  readonly result: 'ok' | 'empty' | 'busy' | Pause
  /** Milliseconds after which the server wants to be asked again, where it says so. */
  readonly retryAfter?: number | undefined
}

const decided: PhotoAttempt = { result: 'ok' }
const empty: PhotoAttempt = { result: 'empty' }

/**
 * Sends the next photo and applies the answer. Needs the right to send photos.
 *
 * @param signal ends the attempt; what becomes of the photo is decided by the next one
 */
export async function sendNextPhoto(
  options: PhotoSendOptions,
  signal: AbortSignal,
): Promise<PhotoAttempt> {
  const { store, clock, calls, pictures } = options
  if (!options.isReachable()) return empty
  await store.readQueue('unsentPhotos')
  const { value: photo, stored } = store.change((rows) => {
    const next = nextPhoto(rows, clock)
    if (next !== undefined && !next.isInFlight)
      rows.put('unsentPhotos', { ...next, isInFlight: true })
    return next
  })
  await stored
  if (photo === undefined) return empty
  const both = await pictures.both(photo.id)
  if (signal.aborted) return empty
  if (both === undefined) {
    store.change((rows) => applyPhotoRejection(rows, photo.id, 'lost'))
    return decided
  }
  const { entryId, writtenAt } = photo
  const added = { ...formPhotoOf(photo), entryId, writtenAt, ...both }
  const answer = await Promise.race([calls.addPhoto(added, signal), aborted(signal)])
  if (answer === undefined) return empty
  return applyAnswer(options, photo, answer)
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

async function applyAnswer(
  options: PhotoSendOptions,
  photo: UnsentPhoto,
  answer: Awaited<AddedPhoto>,
): Promise<PhotoAttempt> {
  const { store, now } = options
  if (answer.ok) {
    const row: RowOf<'photos'> | undefined = answer.value
    await store.change((rows) => applySent(rows, photo, row, now())).stored
    return decided
  }
  const { code, retryAfter } = answer
  if (isPause(code)) {
    await store.change((rows) => {
      if (code === 'fault') recordPhotoFault(rows, photo.id)
      if (code === 'unsupported') noteMissing(rows)
      removeOnServer(rows, photo, now())
    }).stored
    return { result: code, retryAfter }
  }
  return refused(options, photo, code)
}

async function refused(
  { store, calls, pictures }: PhotoSendOptions,
  { id, entryId }: UnsentPhoto,
  code: Exclude<PhotoFailure, Pause>,
): Promise<PhotoAttempt> {
  if (code === 'duplicate') {
    const other: PhotoId = newId()
    const both = await pictures.both(id)
    if (both !== undefined) await pictures.keep(other, both)
    await store.change((rows) => {
      const photo = rows.get('unsentPhotos', id)
      rows.remove('unsentPhotos', id)
      if (photo !== undefined) rows.put('unsentPhotos', { ...photo, id: other })
    }).stored
    return decided
  }
  if (code !== 'rejected') {
    store.change((rows) => applyPhotoRejection(rows, id, code))
    return decided
  }
  // One answer stands for an entry that is hidden, gone or full, and for a photo that the server does not take.
  const entry = await calls.read('entries', { id: entryId })
  if (!entry.ok) {
    const isOdd = entry.code === 'rejected' || entry.code === 'duplicate'
    return { result: isOdd ? 'fault' : entry.code }
  }
  store.change((rows) =>
    applyPhotoRejection(rows, id, entry.value === undefined ? 'gone' : 'not-taken'),
  )
  return decided
}

function noteMissing(rows: Transaction): void {
  const progress = rows.get('progress', 'photos')
  if (progress !== undefined) rows.put('progress', { ...progress, isMissing: true })
}

const decisions: ReadonlySet<PhotoFailure> = new Set([
  'rejected',
  'duplicate',
  'too-many',
  'too-large',
  'no-room',
])

function isPause(code: PhotoFailure): code is Pause {
  return !decisions.has(code)
}
