import { thumbHashToDataURL } from 'thumbhash'
import { placeholderBytes } from '../../domain/limits.ts'

/** One grey pixel. */
const grey = 'data:image/gif;base64,R0lGODlhAQABAIAAAMjIyAAAACwAAAAAAQABAAACAkQBADs='

/** A list of photos is drawn more often than they change. Each of these is 4 kB. */
const mostKept = 200
const kept = new Map<string, string>()

/** The image that is seen until the photo is there, of the base64 of a ThumbHash. A broken one is grey. */
export function placeholderUrl(placeholder: string): string {
  const found = kept.get(placeholder)
  if (found !== undefined) return found
  const url = drawPlaceholder(placeholder)
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(placeholder, url)
  return url
}

function drawPlaceholder(placeholder: string): string {
  const bytes = bytesOf(placeholder)
  const { least, most } = placeholderBytes
  if (bytes.length < least || bytes.length > most) return grey
  // The sides' proportion has no height or width of 0.
  return (bytes[3] ?? 0) % 8 === 0 ? grey : thumbHashToDataURL(bytes)
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
