/**
 * Where the system's share sheet sends a form with what is to be shared, as `public/manifest.webmanifest`
 * says. The service worker takes it; a server that gets it reads nothing of it.
 */
export const sharePath = '/teilen'

/** The parts of what was shared, as the manifest names them; each may be missing. */
export interface Shared {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly url?: string | undefined
}

/** Many times an entry's length, in UTF-16 units; a book is no entry, and would hold up each key. */
const longestShare = 10_000

/**
 * One text of all parts, each on lines of its own; what another part holds already is left out. More than
 * 10,000 characters are cut off.
 */
export function sharedText({ title = '', text = '', url = '' }: Shared): string {
  // A form's lines end as in old mail.
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
