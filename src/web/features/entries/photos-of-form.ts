import type { ReactNode } from 'react'
import { emptyForm, type EntryForm } from '../../../domain/entry.ts'
import type { FormPhoto, PhotosInDraft, PhotosInForm } from '../../../domain/form-photos.ts'
import type { PhotoId } from '../../../domain/ids.ts'
import type { Journal } from '../../replica/journal.ts'

/** The photos as an entry's form knows them. They change by themselves while files are being prepared. */
interface FormPhotosState extends PhotosInDraft {
  /** The files that were not taken. */
  readonly refused: readonly unknown[]
}

interface HeldPhotos {
  readonly state: () => FormPhotosState
  readonly subscribe: (changed: () => void) => () => void
  readonly inDraft: () => PhotosInDraft
  /** True while they are as the form found them. */
  readonly isUntouched: boolean
  readonly restart: (start: PhotosInForm) => void
  /** The person's own change of what the form shows; `saved` is what the entry has at that moment. */
  readonly change: (mine: readonly FormPhoto[], saved: readonly FormPhoto[]) => void
  readonly add: (
    files: readonly { readonly file: Blob | 'no-room'; readonly onTaken: () => void }[],
  ) => void
  /** Resolves once nothing is being prepared any more. */
  readonly settled: () => Promise<void>
}

export interface PhotosFieldProps {
  /** Of the entry as it is now; none for a new one. */
  readonly saved: readonly FormPhoto[]
  /** True where the chosen category has no photos. */
  readonly isOutOfSight: boolean
  /** Stands before the id of each description's field, which ends with the photo's. */
  readonly fieldPrefix: string
  /** The photo whose description cannot be sent, and why. */
  readonly problem: { readonly id: PhotoId; readonly text: string } | undefined
}

/** The photos of one form, and the part of it that shows them. */
export interface PhotosOfForm {
  readonly held: HeldPhotos
  readonly field: (props: PhotosFieldProps) => ReactNode
  /** Removes the pictures of a photo that no form names any more. */
  readonly discard: (id: PhotoId) => void
}

/** Opens the photos of a form. The app gives it to the forms. */
export type OpenPhotos = (journal: Journal, start: PhotosInDraft) => PhotosOfForm

/** The id of a description's field, without the form's prefix. */
export function descriptionField(id: PhotoId): `photo-${string}` {
  return `photo-${id}`
}

/** The draft that a translation leaves when it is sent, because it has no photos. */
export function restWithPhotos(
  sent: EntryForm,
  rest: { readonly form: EntryForm } | undefined,
  photos: readonly FormPhoto[],
): unknown {
  if (photos.length === 0) return rest
  const before = sent.before?.category ?? 'erzaehlen'
  const category = before === 'uebersetzungen' ? 'erzaehlen' : before
  const form = rest?.form ?? { ...emptyForm(category), isPrivate: sent.isPrivate }
  return { form, photos }
}

export const noPhotos: PhotosInDraft = { base: [], mine: [], preparing: [] }
