import { emptyFilter } from '../../domain/filter.ts'
import type { EntryPage, Journal, Memory, News } from './journal.ts'

/** What the first drawing of the journal shows, read before it. */
export interface FirstReading {
  /** The newest entries of "Alle". */
  readonly page: EntryPage
  readonly memories: readonly Memory[]
  readonly news: News
}

let reading: (FirstReading & { readonly journal: Journal }) | undefined

/** Reads it all at once. `limit` is how many entries; `now` is in milliseconds since 1970. */
export async function readFirst(journal: Journal, limit: number, now: number): Promise<void> {
  const [page, memories, news] = await Promise.all([
    journal.entries({ filter: emptyFilter, now, after: undefined, limit }),
    journal.memories(now),
    journal.news(0),
  ])
  reading = { journal, page, memories, news }
}

/** Undefined where nothing was read of this journal, and once it has been drawn. */
export function firstReading(journal: Journal): FirstReading | undefined {
  return reading?.journal === journal ? reading : undefined
}

/** From now on the journal is newer. */
export function forgetFirstReading(): void {
  reading = undefined
}
