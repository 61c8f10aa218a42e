import type { EntryId, ReactionId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { ReactionIndex } from './reaction-index.ts'
import { readNewestFirst, readReactionParts } from './read-entries.ts'
import { SearchIndex, type IndexAnswer } from './search-index.ts'
import type {
  Finder,
  SearchAnswer,
  SearchedTable,
  SearchPart,
  SearchRequest,
} from './search-request.ts'

/** Milliseconds of work between two pauses, in which a key press or another request gets its turn. */
const slice = 8
/** The same where somebody waits for the answer: the newest ten thousand or so are looked at first. */
const firstSlice = 3

/** Milliseconds without reading after each question: keys and their answers go first, as long as one types. */
const rest = 250

/** Primary keys of rows that were stored or removed; or it may be any. */
type Changes = Readonly<Record<SearchedTable, readonly string[]>> | 'all'
const noChanges: Changes = { entries: [], reactions: [] }

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
  /** Not called after `close`, which a read under way may fail for. */
  readonly onFault: (cause: unknown) => void
}

/**
 * Reads the entries of the copy, newest first, with the reactions, and finds in what it has read. It holds
 * all of that, because an answer would wait for whatever else the browser reads.
 */
export class SearchEngine implements Finder {
  readonly #options: SearchEngineOptions
  readonly #index = new SearchIndex()
  readonly #reactions = new ReactionIndex()
  #areReactionsRead = false
  #changes: Changes = noChanges
  #waiting: Waiting[] = []
  #newest: SearchRequest | undefined
  #isRead = false
  #isClosed = false
  #isAtWork = false
  #isOwed = false
  #restUntil = 0

  constructor(options: SearchEngineOptions) {
    this.#options = options
    this.#start()
  }

  take(table: SearchedTable, keys: readonly string[] | undefined): void {
    const before = this.#changes
    if (keys === undefined || before === 'all') this.#changes = 'all'
    else this.#changes = { ...before, [table]: [...before[table], ...keys] }
    this.#start()
  }

  async find(request: SearchRequest, part: SearchPart): Promise<SearchAnswer> {
    return new Promise((resolve) => {
      this.#newest = request
      this.#waiting.push({ request, part, resolve })
      this.#restUntil = this.#options.now() + rest
      // While more is being read, the answer comes from what was read before; changes come first.
      if (this.#isAtWork && !this.#isRead)
        setTimeout(() => {
          if (!this.#hasChanged()) this.#searchOn()
        }, 0)
      else this.#start()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#index.clear()
    this.#reactions.clear()
  }

  #start(): void {
    if (this.#isAtWork || this.#isClosed) return
    this.#isAtWork = true
    this.#work()
      .catch((cause: unknown) => {
        if (!this.#isClosed) this.#options.onFault(cause)
      })
      .finally(() => {
        this.#isAtWork = false
      })
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      if (!this.#isRead) await this.#read()
      await this.#takeUpChanges()
      const hasMore = this.#searchOn()
      if (!hasMore && this.#isRead && !this.#hasChanged()) return
      await pause()
    }
  }

  #hasChanged(): boolean {
    const changes = this.#changes
    return changes === 'all' || changes.entries.length > 0 || changes.reactions.length > 0
  }

  /** Reads everything; between two parts it takes up changes and answers from what it has. */
  async #read(): Promise<void> {
    for await (const _ of this.#readParts()) {
      if (this.#isClosed || this.#changes === 'all') return
      await this.#takeUpChanges()
      this.#searchOn()
      await this.#rest()
    }
    this.#isRead = true
    this.#isOwed = true
  }

  /** The newest entries, then the reactions, without which the page has to read some, then the rest. */
  async *#readParts(): AsyncGenerator<void> {
    const { database } = this.#options
    for await (const rows of readNewestFirst(database)) {
      this.#index.put(rows)
      yield
      if (this.#areReactionsRead) continue
      for await (const part of readReactionParts(database)) {
        this.#reactions.put(part)
        yield
      }
      this.#areReactionsRead = true
    }
  }

  /** A change ends it, for answers wait until that is taken up. */
  async #rest(): Promise<void> {
    const until = this.#restUntil
    const { now } = this.#options
    while (now() < until && !this.#hasChanged() && !this.#isClosed) await pause(slice)
  }

  /** Not before the part of the copy that is being read has come: it may be older than the change. */
  async #takeUpChanges(): Promise<void> {
    const { entries, reactions } = this.#options.database
    while (this.#hasChanged()) {
      const changes = this.#changes
      this.#changes = noChanges
      if (changes === 'all') {
        this.#readAnew()
        return
      }
      this.#isOwed ||= changes.entries.length > 0
      await takeUp(entries, this.#index, changes.entries as readonly EntryId[])
      await takeUp(reactions, this.#reactions, changes.reactions as readonly ReactionId[])
    }
  }

  #readAnew(): void {
    this.#index.clear()
    this.#reactions.clear()
    this.#isRead = false
    this.#areReactionsRead = false
    this.#isOwed = true
  }

  /** Looks on for one slice and answers what can be answered. Returns whether there is more to do. */
  #searchOn(): boolean {
    const request = this.#newest
    if (request === undefined) return false
    const { now, onChange } = this.#options
    const end = now() + (this.#waiting.length > 0 ? firstSlice : slice)
    const scan = this.#index.search(request, () => now() > end)
    const isThrough = this.#index.isThrough(scan)
    const isWhole = isThrough && this.#isRead && !this.#hasChanged()
    if (isThrough && this.#isOwed) {
      // Once: what is found after that is told when somebody has asked again.
      this.#isOwed = false
      onChange()
    }
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
    return !isThrough
  }

  #answer({ resolve }: Waiting, { entries, ...answer }: IndexAnswer): void {
    const reactionsOf = (id: EntryId) =>
      this.#areReactionsRead ? this.#reactions.of(id) : undefined
    resolve({
      ...answer,
      entries: entries.map((entry) => ({ entry, reactions: reactionsOf(entry.id) })),
    })
  }
}

interface Table<Id, Row> {
  bulkGet(ids: Id[]): PromiseLike<readonly (Row | undefined)[]>
}

interface Held<Id, Row> {
  put(rows: readonly Row[]): void
  remove(ids: readonly Id[]): void
}

/** Brings what is held of these rows to what is stored. */
async function takeUp<Id, Row>(
  table: Table<Id, Row>,
  held: Held<Id, Row>,
  changed: readonly Id[],
): Promise<void> {
  if (changed.length === 0) return
  const ids = [...new Set(changed)]
  const rows = await table.bulkGet(ids)
  held.remove(ids.filter((_, at) => rows[at] === undefined))
  held.put(rows.filter((row) => row !== undefined))
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
