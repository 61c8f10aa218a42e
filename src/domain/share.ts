/**
 * The path to which the system's share sheet posts a form, as `public/manifest.webmanifest` says.
 * The service worker answers it; a server that gets it does not read it.
 */
export const sharePath = '/teilen'

/** The name of the form's field with pictures, as the manifest says. */
export const sharedPictures = 'photos'

/** The parts of what was shared, as the manifest names them; each may be missing. */
export interface Shared {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly url?: string | undefined
}

/** Many times an entry's length, in UTF-16 units; a longer text would slow down each key. */
const longestShare = 10_000

/**
 * One text of all parts, each on lines of its own; a part that another one contains is left out.
 * The text is truncated at 10,000 characters.
 */
export function sharedText({ title = '', text = '', url = '' }: Shared): string {
  // A form's lines end with CR LF.
  const parts = [title, text, url].map((part) => part.replaceAll(/\r\n?/g, '\n').trim())
  const all = parts.filter((part, index) => part !== '' && !isHeld(part, index, parts)).join('\n')
  // Never half a character.
  return all.slice(0, longestShare).replace(/[\uD800-\uDBFF]$/, '')
}

function isHeld(part: string, index: number, parts: readonly string[]): boolean {
  return parts.some(
    (other, otherIndex) =>
      other.includes(part) && (other.length > part.length || otherIndex < index),
  )
}
