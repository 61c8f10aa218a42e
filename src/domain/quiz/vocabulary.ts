import type { Entry } from '../entry.ts'
import type { EntryId } from '../ids.ts'
import { parseTranslation, type Translation } from '../translation.ts'

/** A pair of words to ask for, and the entry it comes from. */
export interface Word extends Translation {
  readonly entryId: EntryId
}

/** The parsable translation entries; those that cannot be parsed are left out (D6). */
export function vocabularyOf(
  entries: readonly Pick<Entry, 'id' | 'category' | 'content'>[],
): readonly Word[] {
  return entries.flatMap((entry) => {
    if (entry.category !== 'uebersetzungen') return []
    const translation = parseTranslation(entry.content)
    return translation === undefined ? [] : [{ entryId: entry.id, ...translation }]
  })
}
