import type { EntryId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { readReactions } from '../queries/held-reactions.ts'
import { readNewestFirst, watchTable } from './read-entries.ts'
import { SearchIndex, type IndexAnswer } from './search-index.ts'
import type { Finder, SearchAnswer, SearchPart, SearchRequest } from './search-request.ts'

/** Milliseconds of work between two pauses, in which a key press or another request gets its turn. */
const slice = 8

/** Milliseconds without reading after each question: keys and their answers go first. */
const rest = 120

interface Waiting {
  readonly request: SearchRequest
  readonly part: SearchPart
  readonly resolve: (answer: SearchAnswer) => void
}

export interface SearchEngineOptions {
  readonly database: ReplicaDatabase
  /** Milliseconds since any fixed moment. */
  readonly now: () => number
  /** Called when an answer given before is no longer the whole truth. */
  readonly onChange: () => void
  readonly onFault: (cause: unknown) => void
}

/**
 * Reads the entries of the copy, newest first, and finds in what it has read. It follows what is stored
 * and removed while it is open.
 */
export class SearchEngine implements Finder {
  readonly #options: SearchEngineOptions
  readonly #index = new SearchIndex()
  readonly #stopWatching: () => void
  #changes: readonly EntryId[] | 'all' = []
  #waiting: Waiting[] = []
  #newest: SearchRequest | undefined
  #isRead = false
  #isClosed = false
  #isAtWork = false
  #isOwed = false
  #restUntil = 0

  constructor(options: SearchEngineOptions) {
    this.#options = options
    this.#stopWatching = watchTable(options.database, 'entries', (keys) => {
      const before = this.#changes
      const isAll = keys === undefined || before === 'all'
      this.#changes = isAll ? 'all' : [...before, ...(keys as readonly EntryId[])]
      this.#start()
    })
    this.#start()
  }

  async find(request: SearchRequest, part: SearchPart): Promise<SearchAnswer> {
    return new Promise((resolve) => {
      this.#newest = request
      this.#waiting.push({ request, part, resolve })
      this.#restUntil = this.#options.now() + rest
      // While more is being read, the answer comes from what was read before.
      if (this.#isAtWork && !this.#isRead) setTimeout(() => this.#searchOn(), 0)
      else this.#start()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopWatching()
    this.#index.clear()
  }

  #start(): void {
    if (this.#isAtWork || this.#isClosed) return
    this.#isAtWork = true
    this.#work()
      .catch((cause: unknown) => this.#options.onFault(cause))
      .finally(() => {
        this.#isAtWork = false
      })
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      if (!this.#isRead) await this.#read()
      await this.#takeUpChanges()
      const hasMore = this.#searchOn()
      if (!hasMore && this.#isRead && this.#changes.length === 0) return
      await pause()
    }
  }

  /** Reads everything; between two parts it takes up changes and answers from what it has. */
  async #read(): Promise<void> {
    for await (const rows of readNewestFirst(this.#options.database)) {
      this.#index.put(rows)
      if (this.#isClosed || this.#changes === 'all') return
      await this.#takeUpChanges()
      this.#searchOn()
      const left = this.#restUntil - this.#options.now()
      if (left > 0) await pause(left)
    }
    this.#isRead = true
    this.#isOwed = true
  }

  /** Not before the part of the copy that is being read has come: it may be older than the change. */
  async #takeUpChanges(): Promise<void> {
    const changes = this.#changes
    if (changes.length === 0) return
    this.#changes = []
    this.#isOwed = true
    if (changes === 'all') {
      this.#index.clear()
      this.#isRead = false
      return
    }
    const ids = [...new Set(changes)]
    const rows = await this.#options.database.entries.bulkGet(ids)
    this.#index.remove(ids.filter((_, at) => rows[at] === undefined))
    this.#index.put(rows.filter((row) => row !== undefined))
  }

  /** Looks on for one slice and answers what can be answered. Returns whether there is more to do. */
  #searchOn(): boolean {
    const request = this.#newest
    if (request === undefined) return false
    const { now, onChange } = this.#options
    const end = now() + slice
    const scan = this.#index.search(request, () => now() > end)
    const isThrough = this.#index.isThrough(scan)
    const isWhole = isThrough && this.#isRead && this.#changes.length === 0
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) {
      const isCurrent = JSON.stringify(one.request) === scan.key
      if (!isCurrent) one.resolve(outdated)
      else if (isThrough || scan.has(one.part)) {
        this.#answer(one, scan.answer(one.part, isWhole))
        this.#isOwed ||= !isWhole
      } else this.#waiting.push(one)
    }
    if (isThrough && this.#isOwed) {
      this.#isOwed = !isWhole
      onChange()
    }
    return !isThrough
  }

  #answer({ resolve }: Waiting, { ids, ...answer }: IndexAnswer): void {
    const { database, onFault } = this.#options
    const { entries, reactions } = database
    database
      .transaction('r', entries, reactions, async () => {
        const rows = ids.length === 0 ? [] : await entries.bulkGet([...ids])
        return readReactions(
          database,
          rows.filter((row) => row !== undefined),
        )
      })
      .then((read) => resolve({ ...answer, entries: read }), onFault)
  }
}

/** Nobody waits for the answer to a request that another has followed. */
const outdated: SearchAnswer = {
  entries: [],
  after: undefined,
  passed: 0,
  more: false,
  count: 0,
  isWhole: false,
}

async function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
