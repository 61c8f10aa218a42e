import type { Entry } from '../../../domain/entry.ts'
import { matchesFilter } from '../../../domain/filter.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { entryMatcher, searchableText } from '../../../domain/search/entry-search.ts'
import { databaseName, type ReplicaDatabase } from '../copy/database.ts'
import { joinDetails } from '../queries/details.ts'
import { readWithPending } from '../queries/entries.ts'
import { byCreation, inReadTransaction, readNames, readPending } from '../queries/pending.ts'
import type {
  EntryKey,
  EntryQuery,
  EntrySelection,
  FoundPage,
  ListPlace,
} from '../queries/shown.ts'
import { SearchEngine } from './search-engine.ts'
import type { Finder, SearchAnswer, SearchPart, SearchRequest } from './search-request.ts'
import { WorkerFinder } from './worker-finder.ts'

export interface SearchOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly now: () => number
}

/**
 * An open search over the copy on this device; nothing of it goes to the server. The reading is done in
 * a worker; on the page, between other work, where there is none or the copy lies in its memory.
 */
export class Search {
  readonly #options: SearchOptions
  readonly #listeners = new Set<() => void>()
  #finder: Finder
  #isClosed = false

  constructor(options: SearchOptions) {
    this.#options = options
    this.#finder = this.#finderInWorker() ?? this.#finderOnPage()
  }

  /** Calls `changed` when results were added or may be others; the returned function ends it. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Frees everything that was read. */
  close(): void {
    this.#isClosed = true
    this.#listeners.clear()
    this.#finder.close()
  }

  /** A part of what was found. Made to be called inside `useLive`. */
  async entries(words: string, query: EntryQuery): Promise<FoundPage> {
    const { request, found, answer } = await this.#find(words, query, {
      after: query.after,
      limit: query.limit,
    })
    const { database, me } = this.#options
    return inReadTransaction(database, async () => {
      const [rows, pending, names] = await Promise.all([
        database.entries.bulkGet([...answer.ids]),
        readPending(database),
        readNames(database),
      ])
      const isWaiting = new Set(request.without)
      // What has changed since it was found is looked at once more.
      const still = matcher(request)
      const held = rows.filter((row) => row !== undefined && !isWaiting.has(row.id) && still(row))
      const ahead = found.filter(({ createdAt, id }) => isAfter({ createdAt, id }, query.after))
      const all = [...(held as Entry[]), ...ahead].sort((one, other) => byCreation(other, one))
      const part = all.slice(0, query.limit)
      return {
        entries: await joinDetails({ database, me }, part, pending, names),
        more: answer.more || all.length > query.limit,
        count: answer.count + found.length,
        isWhole: answer.isWhole,
      }
    })
  }

  /** Where a part begins that has so many results before the one with this key. */
  async placeBefore(
    words: string,
    selection: EntrySelection,
    key: EntryKey,
    distance: number,
  ): Promise<ListPlace> {
    const { answer } = await this.#find(words, selection, { before: key, distance })
    return { after: answer.after, passed: answer.passed }
  }

  async #find(words: string, { filter, now }: EntrySelection, part: SearchPart) {
    const { database, me } = this.#options
    const read = await inReadTransaction(database, async () => {
      const [pending, profiles, journal] = await Promise.all([
        readPending(database),
        database.profiles.toArray(),
        database.journal.get('journal'),
      ])
      return { pending, profiles, journal, own: await readWithPending(database, pending, me) }
    })
    const { byAggregate, hidden } = read.pending
    const request: SearchRequest = {
      words,
      filter,
      me,
      now,
      profiles: read.profiles.map(({ id, name }) => ({ id, name })),
      timeZone: read.journal?.timeZone ?? 'UTC',
      without: [...new Set([...byAggregate.keys(), ...hidden])].sort(),
    }
    // Dexie follows a query through promises of its own only.
    const answer: SearchAnswer = await Promise.resolve(this.#finder.find(request, part))
    return { request, answer, found: read.own.filter(matcher(request)) }
  }

  #finderInWorker(): Finder | undefined {
    const { database, me } = this.#options
    if (database.name !== databaseName(me) || typeof Worker === 'undefined') return undefined
    try {
      const onFailure = () => this.#moveToPage()
      return new WorkerFinder({ me, onChange: () => this.#tell(), onFailure })
    } catch {
      return undefined
    }
  }

  #finderOnPage(): Finder {
    const { database, now } = this.#options
    // A copy that fails is replaced by another, and with it the search.
    const onFault = () => undefined
    return new SearchEngine({ database, now, onChange: () => this.#tell(), onFault })
  }

  #moveToPage(): void {
    if (this.#isClosed || this.#finder instanceof SearchEngine) return
    this.#finder.close()
    this.#finder = this.#finderOnPage()
    this.#tell()
  }

  #tell(): void {
    for (const changed of this.#listeners) changed()
  }
}

function matcher(request: SearchRequest): (entry: Entry) => boolean {
  const hasWords = entryMatcher(request.words, request) ?? (() => true)
  return (entry) =>
    matchesFilter(entry, request.filter, request) &&
    hasWords({ ...entry, text: searchableText(entry) })
}

function isAfter(key: EntryKey, after: EntryKey | undefined): boolean {
  return after === undefined || byCreation(key, after) < 0
}
