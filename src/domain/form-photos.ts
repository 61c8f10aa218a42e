import * as v from 'valibot'
import { uuidSchema, type PhotoId } from './ids.ts'
import { photoDescriptionLimit } from './limits.ts'
import { isInvisible, lengthOf, oneLine } from './text.ts'

/** Reads one of a stored draft. */
export const formPhotoSchema = v.object({
  id: uuidSchema<PhotoId>(),
  /** Of the full picture, in pixels. */
  width: v.number(),
  height: v.number(),
  /** A ThumbHash as base64. */
  placeholder: v.string(),
  /** Empty if there is none. */
  description: v.string(),
})

/** A photo as an entry's form and its draft hold it. */
export interface FormPhoto extends Readonly<v.InferOutput<typeof formPhotoSchema>> {}

/** Reads one of a stored draft. */
export const preparingPhotoSchema = v.object({
  id: uuidSchema<PhotoId>(),
  /** As its picker says; a shared one has none. */
  name: v.optional(v.string()),
  /** Pages that have begun to prepare it, this one included. */
  attempts: v.optional(v.number()),
})

/** A chosen file of which a form is still preparing the photo, which will have this id. */
export interface PreparingPhoto extends Readonly<v.InferOutput<typeof preparingPhotoSchema>> {}

/** The photos of an open form. */
export interface PhotosInForm {
  /** The entry's photos as the form knew them when the person last changed something in it; none for a new entry. */
  readonly base: readonly FormPhoto[]
  /** The photos as the person wants them. */
  readonly mine: readonly FormPhoto[]
}

/** The photos of a form as its draft holds them. */
export interface PhotosInDraft extends PhotosInForm {
  readonly preparing: readonly PreparingPhoto[]
}

/**
 * The photos that a form shows while those of its entry change: what the other person removed is gone, what was added is
 * behind the others, and a description is the person's own only if it was changed here.
 *
 * @param saved the entry's photos as they are now
 */
export function mergePhotos(
  { base, mine }: PhotosInForm,
  saved: readonly FormPhoto[],
): readonly FormPhoto[] {
  if (isSamePhotos(base, mine)) return saved
  const before = byId(base)
  const now = byId(saved)
  const kept = mine.flatMap((photo) => {
    const current = now.get(photo.id)
    if (current === undefined) return before.has(photo.id) ? [] : [photo]
    const isUntouched = photo.description === before.get(photo.id)?.description
    return [isUntouched ? current : { ...current, description: photo.description }]
  })
  const own = byId(mine)
  const added = saved.filter(({ id }) => !before.has(id) && !own.has(id))
  return [...kept, ...added]
}

/** The changes of an entry's photos that saving its form writes. */
export interface PhotoChanges {
  readonly removed: readonly PhotoId[]
  readonly described: readonly FormPhoto[]
  readonly added: readonly FormPhoto[]
  /** All of them, where the order is another one than it becomes by itself: added ones come last. */
  readonly order: readonly PhotoId[] | undefined
}

/**
 * The way from an entry's photos to what its form shows.
 *
 * @param shown by `mergePhotos`
 */
export function changesOfPhotos(
  shown: readonly FormPhoto[],
  saved: readonly FormPhoto[],
): PhotoChanges {
  const now = byId(saved)
  const wanted = byId(shown)
  const added = shown.filter(({ id }) => !now.has(id))
  const staying = saved.filter(({ id }) => wanted.has(id))
  const order = shown.map(({ id }) => id)
  const itself = [...staying, ...added].map(({ id }) => id)
  return {
    removed: saved.filter(({ id }) => !wanted.has(id)).map(({ id }) => id),
    described: shown.filter(({ id, description }) => {
      const current = now.get(id)
      return current !== undefined && current.description !== description
    }),
    added,
    order: order.every((id, index) => id === itself[index]) ? undefined : order,
  }
}

/** True if two lists hold the same photos in the same order, with the same descriptions. */
export function isSamePhotos(one: readonly FormPhoto[], other: readonly FormPhoto[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, description }, index) => {
      const match = other[index]
      return match?.id === id && match.description === description
    })
  )
}

/** The list with one of its photos at another place; a place beyond an end is that end. */
export function movedPhoto(
  photos: readonly FormPhoto[],
  id: PhotoId,
  place: number,
): readonly FormPhoto[] {
  const moved = photos.find((photo) => photo.id === id)
  if (moved === undefined) return photos
  const others = photos.filter((photo) => photo !== moved)
  return others.toSpliced(Math.max(0, place), 0, moved)
}

/** The first photo whose description has too many characters. */
export function tooLongDescription(photos: readonly FormPhoto[]): FormPhoto | undefined {
  return photos.find(({ description }) => lengthOf(description) > photoDescriptionLimit)
}

/** As they are stored: each description on one line, and empty where nothing of it would be seen. */
export function tidyPhotos(photos: readonly FormPhoto[]): readonly FormPhoto[] {
  return photos.map((photo) => {
    const { description } = photo
    return { ...photo, description: isInvisible(description) ? '' : oneLine(description) }
  })
}

function byId(photos: readonly FormPhoto[]): ReadonlyMap<PhotoId, FormPhoto> {
  return new Map(photos.map((photo) => [photo.id, photo]))
}
