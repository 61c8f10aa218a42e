import type { Entry } from '../../../domain/entry.ts'
import { matchesFilter } from '../../../domain/filter.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { entryMatcher, searchableText } from '../../../domain/search/entry-search.ts'
import { databaseName, type ReplicaDatabase } from '../copy/database.ts'
import { withStorageErrors } from '../copy/storage-error.ts'
import { shownEntry } from '../queries/details.ts'
import { heldReactions, type EntryWithReactions } from '../queries/held-reactions.ts'
import { byCreation, type Pending } from '../queries/pending.ts'
import type {
  EntryKey,
  EntryQuery,
  EntrySelection,
  FoundPage,
  ListPlace,
} from '../queries/shown.ts'
import { SearchEngine } from './search-engine.ts'
import { watchTable } from '../copy/watch-table.ts'
import type {
  Finder,
  FoundEntry,
  SearchedTable,
  SearchPart,
  SearchRequest,
} from './search-request.ts'
import { LiveSurroundings } from './surroundings.ts'
import { WorkerFinder } from './worker-finder.ts'

export interface SearchOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly now: () => number
}

/**
 * An open search over the copy on this device; nothing of it goes to the server. The reading is done in
 * a worker; on the page, between other work, where there is none or the copy is in its memory.
 */
export class Search {
  readonly #options: SearchOptions
  readonly #listeners = new Set<(isDue: boolean) => void>()
  readonly #surroundings: LiveSurroundings
  readonly #stops: readonly (() => void)[]
  #finder: Finder
  #isClosed = false

  constructor(options: SearchOptions) {
    const { database, me } = options
    this.#options = options
    this.#surroundings = new LiveSurroundings(database, me, () => this.#tell(true))
    this.#finder = this.#finderInWorker() ?? this.#finderOnPage()
    this.#stops = [this.#watch('entries'), this.#watch('reactions')]
  }

  /**
   * Calls `changed` when results were added or may be others; with true where somebody has changed
   * what may be on the screen, which is due at once. The returned function ends it.
   */
  subscribe(changed: (isDue: boolean) => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Frees everything that was read. */
  close(): void {
    this.#isClosed = true
    this.#listeners.clear()
    this.#surroundings.stop()
    for (const stop of this.#stops) stop()
    this.#finder.close()
  }

  /**
   * A part of what was found. It reads no table on the page, where a key would wait for whatever else the
   * browser reads, but for reactions that are neither read by the finder nor held for the list. Rejects with
   * `StorageError` where the copy cannot be read.
   */
  async entries(words: string, query: EntryQuery): Promise<FoundPage> {
    const { after, limit } = query
    const { request, answer } = await this.#find(words, query, { after, limit })
    const found = await this.#withReactions(answer.entries)
    // What has changed since it was asked for is looked at once more.
    const { pending, names, changedHere } = this.#surroundings.now()
    const isFound = matcher(request)
    const isWaiting = new Set(waitingIds(pending))
    const held = found.filter(({ entry }) => !isWaiting.has(entry.id) && isFound(entry))
    const own = changedHere.filter(({ entry }) => isFound(entry))
    const ahead = own.filter(({ entry }) => isAfter(entry, after))
    const all = [...held, ...ahead].sort((one, other) => byCreation(other.entry, one.entry))
    const { me } = this.#options
    return {
      entries: all.slice(0, limit).map((one) => shownEntry(one, pending, names, me)),
      more: answer.more || all.length > limit,
      count: answer.count + own.length,
      isWhole: answer.isWhole,
    }
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

  /** What the list has shown just now need not be read. */
  async #withReactions(found: readonly FoundEntry[]): Promise<readonly EntryWithReactions[]> {
    const missing = found.filter(({ reactions }) => reactions === undefined)
    const entries = missing.map(({ entry }) => entry)
    const { database } = this.#options
    const read = await withStorageErrors(async () => heldReactions(database).read(entries))
    const byId = new Map(read.map(({ entry, reactions }) => [entry.id, reactions]))
    return found.map(({ entry, reactions }) => ({
      entry,
      reactions: reactions ?? byId.get(entry.id) ?? [],
    }))
  }

  async #find(words: string, selection: EntrySelection, part: SearchPart) {
    await this.#surroundings.open()
    const request = this.#requestFor(words, selection)
    return { request, answer: await this.#finder.find(request, part) }
  }

  #requestFor(words: string, { filter, now }: EntrySelection): SearchRequest {
    const { pending, profiles, timeZone } = this.#surroundings.now()
    const { me } = this.#options
    return { words, filter, me, now, profiles, timeZone, without: waitingIds(pending) }
  }

  /** The finder learns of a change by the same way as of questions, so none overtakes it. */
  #watch(table: SearchedTable): () => void {
    return watchTable(this.#options.database, table, (keys) => {
      this.#finder.take(table, keys?.map(String))
      if (table === 'reactions') this.#tell(true)
    })
  }

  #finderInWorker(): Finder | undefined {
    const { database, me } = this.#options
    if (database.name !== databaseName(me) || typeof Worker === 'undefined') return undefined
    try {
      const onFailure = () => this.#moveToPage()
      return new WorkerFinder({ me, onChange: () => this.#tell(false), onFailure })
    } catch {
      return undefined
    }
  }

  #finderOnPage(): Finder {
    const { database, now } = this.#options
    // A copy that fails is replaced by another, and with it the search.
    const onFault = () => undefined
    const onChange = () => this.#tell(false)
    return new SearchEngine({ database, now, onChange, onFault })
  }

  #moveToPage(): void {
    if (this.#isClosed || this.#finder instanceof SearchEngine) return
    this.#finder.close()
    this.#finder = this.#finderOnPage()
    this.#tell(true)
  }

  #tell(isDue: boolean): void {
    for (const changed of this.#listeners) changed(isDue)
  }
}

/** Entries that the page looks at itself, because mutations of them are pending. */
function waitingIds({ byAggregate, hidden }: Pending): readonly string[] {
  return [...new Set([...byAggregate.keys(), ...hidden])].sort()
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
