import type { Entry } from './entry.ts'
import { oneLine, withoutBidiControls } from './text.ts'
import { parseTranslation } from './translation.ts'

/** Code points of the first words at most. */
const longest = 40

/** The first words of an entry, on one line and in whole words where they fit; "…" says that more follows. */
export function firstWords({ category, content }: Pick<Entry, 'category' | 'content'>): string {
  const pair = category === 'uebersetzungen' ? parseTranslation(content) : undefined
  const text = oneLine(withoutBidiControls(pair ? `${pair.german} – ${pair.croatian}` : content))
  const letters = Array.from(text)
  if (letters.length <= longest) return text
  const start = letters.slice(0, longest).join('')
  // Up to the last space, unless one long word fills the line; what separates words does not stay at the end.
  const words = start.replace(/\s+\S*$/u, '') || start
  return `${words.replace(/[\s,;:–-]+$/u, '')} …`
}
