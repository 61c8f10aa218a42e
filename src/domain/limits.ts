/*
 * The product's limits and durations, each here alone: texts, counters and forms take the number. Lengths are in code
 * points of the normalised text (D21), durations in milliseconds. `limits.test.ts` states them once more, as the
 * specification does; `tests/access/checks.test.ts` compares those that the database checks, too.
 */

/** Longest content of an entry or a reply. */
export const contentLimit = 300
/** Longest German or Croatian field of a translation. */
export const translationFieldLimit = 100
/** Longest text and author of a quote (D21). */
export const quoteTextLimit = 1000
export const quoteAuthorLimit = 200
/** How many photos an entry has at most, and the longest description of one. */
export const mostPhotos = 4
export const photoDescriptionLimit = 200
/** The longer sides of a photo's two pictures, in pixels. */
export const previewSide = 640
export const fullSide = 2048
/** The most bytes of a photo's two pictures. */
export const previewBytesLimit = 100_000
export const fullBytesLimit = 1_500_000
/** The bytes of a placeholder, a ThumbHash. */
export const placeholderBytes = { least: 5, most: 25 } as const
/** The bytes of pictures that a device keeps of what it has looked at. */
export const picturesKept = { preview: 150_000_000, full: 100_000_000 } as const
/** Bytes in a second: a photo that is sent or read more slowly counts as lost. */
export const leastPhotoRate = 8000
/** The photos that a person adds in an hour at most. */
export const photosAnHour = 300
/** A file of "Alles mitnehmen" with photos is at most so large, in bytes; a journal that has more takes several. */
export const bookFileLimit = 300_000_000
/** Shortest name and password that the sign-in form sends. */
export const usernameMinimum = 2
export const passwordMinimum = 6

type CountedField = 'content' | 'translation' | 'quoteText' | 'photoDescription'

interface CounterBounds {
  /** The first length of the colour is one more. */
  readonly orangeAbove: number
  readonly redAbove: number
  readonly limit: number
}

function counter(limit: number, orangeAbove: number, redAbove: number): CounterBounds {
  const part = (share: number) => Math.round(limit * share)
  return { orangeAbove: part(orangeAbove), redAbove: part(redAbove), limit }
}

/** The lengths at which the counters change their colour: parts of the limit. */
export const counterBounds: Readonly<Record<CountedField, CounterBounds>> = {
  content: counter(contentLimit, 2 / 3, 5 / 6),
  translation: counter(translationFieldLimit, 3 / 5, 4 / 5),
  quoteText: counter(quoteTextLimit, 0.85, 0.95),
  photoDescription: counter(photoDescriptionLimit, 0.85, 0.95),
}

/** A quote seldom comes near its limit: up to this length no counter is seen. */
export const quoteCountedAbove = Math.round(quoteTextLimit * 0.7)
/** The same for the description of a photo, of which a form has several. */
export const photoDescriptionCountedAbove = Math.round(photoDescriptionLimit * 0.7)

const day = 86_400_000

/** How long a deletion can be undone (D11). */
export const undoWindow = 5000
/** The server takes a time of writing of the past so long (D28). */
export const writtenAtMostAgo = 90 * day
/** A device that was not used for so long signs in again. */
export const sessionLasts = 30 * day
/** How often a device asks for news that does not hear of them at once. */
export const pullEvery = 30_000
/** The number of cards that a selection holds at most. */
export const mostSelected = 500

/** The most bytes and pixels of a file that is chosen as a photo. The largest sensors of phones have 200 million. */
export const photoFileLimit = 50_000_000
export const mostSourcePixels = 200_000_000

/** The confetti of a special day. */
export const confetti = { pieces: 150, startsAfter: 300, lasts: 5000 } as const
/** How long the toasts are seen that greet on a special day, count the days, and say a quote. */
export const toastsLast = { specialDay: 5000, daysCounter: 8000, quote: 10_000 } as const

/** A duration of whole days. */
export function daysOf(milliseconds: number): number {
  return milliseconds / day
}

/** A duration of whole seconds. */
export function secondsOf(milliseconds: number): number {
  return milliseconds / 1000
}
