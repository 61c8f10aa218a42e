import { liveQuery } from 'dexie'
import { withTimeout } from '../browser/with-timeout.ts'
import { emptyFilter } from '../../domain/filter.ts'
import type { JournalSettings } from '../../domain/settings.ts'
import type { EntryPage, Journal, Memory, NewsCount } from './journal.ts'

/** What the first drawing of the journal shows, read before it. */
export interface FirstReading {
  /** The newest entries of "Alle". */
  readonly page: EntryPage
  readonly memories: readonly Memory[]
  readonly news: NewsCount
}

let reading: (FirstReading & { readonly journal: Journal }) | undefined

/**
 * Reads it all at once; yields the journal's settings, null where the copy holds no journal yet and nothing was
 * read. `limit` is how many entries; `now` is in milliseconds since 1970.
 */
export async function readFirst(
  journal: Journal,
  limit: number,
  now: number,
): Promise<JournalSettings | null> {
  const [settings, page, memories, news] = await Promise.all([
    journal.settings(),
    journal.entries({ filter: emptyFilter, now, after: undefined, limit }),
    journal.memories(now, 0),
    journal.newsCount(),
  ])
  if (settings === undefined) return null
  reading = { journal, page, memories, news }
  return settings
}

/** Resolves once the copy holds a journal, as the first pull brings it. Rejects after so many milliseconds. */
export async function journalComes(journal: Journal, timeoutMs: number): Promise<void> {
  let stop = () => {}
  const coming = new Promise<void>((resolve, reject) => {
    const subscription = liveQuery(async () => journal.settings()).subscribe({
      next: (settings) => settings !== undefined && resolve(),
      error: reject,
    })
    stop = () => subscription.unsubscribe()
  })
  try {
    await withTimeout(timeoutMs, coming)
  } finally {
    stop()
  }
}

/** Undefined where nothing was read of this journal, and once it has been drawn. */
export function firstReading(journal: Journal): FirstReading | undefined {
  return reading?.journal === journal ? reading : undefined
}

/** From now on the journal is newer. */
export function forgetFirstReading(): void {
  reading = undefined
}
