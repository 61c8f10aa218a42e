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

/** One text of all parts, each on lines of its own; what another part holds already is left out. */
export function sharedText({ title = '', text = '', url = '' }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim())
  return parts.filter((part, index) => part !== '' && !isHeld(part, index, parts)).join('\n')
}

function isHeld(part: string, index: number, parts: readonly string[]): boolean {
  return parts.some(
    (other, otherIndex) =>
      other.includes(part) && (other.length > part.length || otherIndex < index),
  )
}
