import { entryMatcher, searchableText } from '../../../domain/search/entry-search.ts'
import type { SearchableText } from '../../../domain/search/find-in-text.ts'
import type { Entry } from '../../../domain/entry.ts'
import { matchesFilter } from '../../../domain/filter.ts'
import type { Category } from '../../../domain/category.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { EntryKey } from '../queries/shown.ts'
import type { SearchAnswer, SearchPart, SearchRequest } from './search-request.ts'

/** An entry as search holds it. */
interface IndexedEntry extends Entry {
  readonly text: SearchableText
}

/** An answer without reactions. */
export interface IndexAnswer extends Omit<SearchAnswer, 'entries'> {
  readonly entries: readonly Entry[]
}

/** So many entries are looked at between two looks at the clock. */
const stride = 500

/** The entries of the copy, folded, newest first; and the results of one request, as far as it got. */
export class SearchIndex {
  #entries: IndexedEntry[] = []
  readonly #ids = new Set<EntryId>()
  /** Each row that is read brings strings of its own; of equal ones the first is kept. */
  readonly #people = new Map<PartnerId, PartnerId>()
  readonly #categories = new Map<Category, Category>()
  #scan: Scan | undefined

  /** Stores entries in place of what is known of them. */
  put(rows: readonly Entry[]): void {
    const known = rows.filter(({ id }) => this.#ids.has(id))
    if (known.length > 0) this.remove(known.map(({ id }) => id))
    const added = rows.map((row) => this.#indexed(row)).sort(newestFirst)
    const [first] = added
    const last = this.#entries.at(-1)
    for (const { id } of added) this.#ids.add(id)
    if (first !== undefined && (last === undefined || newestFirst(last, first) < 0)) {
      for (const entry of added) this.#entries.push(entry)
      return
    }
    this.#entries = [...this.#entries, ...added].sort(newestFirst)
    this.#scan = undefined
  }

  remove(ids: readonly EntryId[]): void {
    const gone = new Set(ids.filter((id) => this.#ids.delete(id)))
    if (gone.size === 0) return
    this.#entries = this.#entries.filter(({ id }) => !gone.has(id))
    this.#scan = undefined
  }

  clear(): void {
    this.#entries = []
    this.#ids.clear()
    this.#scan = undefined
  }

  /**
   * Looks at further entries for a request until it has looked at all or `isTimeUp`. Another request
   * ends the one before.
   */
  search(request: SearchRequest, isTimeUp: () => boolean): Scan {
    const key = JSON.stringify(request)
    if (this.#scan?.key !== key) this.#scan = new Scan(key, request)
    const scan = this.#scan
    while (scan.looked < this.#entries.length) {
      scan.look(this.#entries, stride)
      if (isTimeUp()) break
    }
    return scan
  }

  #indexed(entry: Entry): IndexedEntry {
    const { createdAt } = entry
    const asWritten = (at: Instant) => (at === createdAt ? createdAt : at)
    // Field by field: an engine holds a spread object in twice the memory.
    return {
      id: entry.id,
      userId: kept(this.#people, entry.userId),
      category: kept(this.#categories, entry.category),
      content: entry.content,
      completed: entry.completed,
      completedAt: entry.completedAt,
      isPrivate: entry.isPrivate,
      scheduledDate: entry.scheduledDate,
      createdAt,
      visibleSince: asWritten(entry.visibleSince),
      editVersion: entry.editVersion,
      updatedAt: asWritten(entry.updatedAt),
      text: searchableText(entry),
    }
  }

  /** True once a scan has looked at every entry that is here. */
  isThrough(scan: Scan): boolean {
    return scan === this.#scan && scan.looked >= this.#entries.length
  }
}

/** The results of one request so far. */
export class Scan {
  readonly key: string
  looked = 0
  readonly #matches: (entry: IndexedEntry) => boolean
  readonly #found: IndexedEntry[] = []

  constructor(key: string, request: SearchRequest) {
    const { filter } = request
    const without = new Set(request.without)
    const hasWords = entryMatcher(request.words, request) ?? (() => true)
    this.key = key
    this.#matches = (entry) =>
      matchesFilter(entry, filter, request) && !without.has(entry.id) && hasWords(entry)
  }

  look(entries: readonly IndexedEntry[], count: number): void {
    const end = Math.min(entries.length, this.looked + count)
    for (; this.looked < end; this.looked += 1) {
      const entry = entries[this.looked]
      if (entry !== undefined && this.#matches(entry)) this.#found.push(entry)
    }
  }

  /** True when the part would not change by looking further, but for `count`. */
  has(part: SearchPart): boolean {
    if ('limit' in part) return this.#found.length > this.#indexAfter(part.after) + part.limit
    const last = this.#found.at(-1)
    return last !== undefined && newestFirst(last, part.before) >= 0
  }

  answer(part: SearchPart, isWhole: boolean): IndexAnswer {
    const found = this.#found
    const isForward = 'limit' in part
    const passed = isForward
      ? this.#indexAfter(part.after)
      : Math.max(0, this.#firstFrom(part.before) - part.distance)
    const end = isForward ? passed + part.limit : passed
    const before = found[passed - 1]
    return {
      entries: found.slice(passed, end).map(asStored),
      after: before && { createdAt: before.createdAt, id: before.id },
      passed,
      more: found.length > end,
      count: found.length,
      isWhole,
    }
  }

  #indexAfter(key: EntryKey | undefined): number {
    if (key === undefined) return 0
    const index = this.#firstFrom(key)
    return this.#found[index]?.id === key.id ? index + 1 : index
  }

  /** The index of the first result that is no newer than the key. */
  #firstFrom(key: EntryKey): number {
    let from = 0
    let until = this.#found.length
    while (from < until) {
      const middle = Math.floor((from + until) / 2)
      const entry = this.#found[middle]
      if (entry !== undefined && newestFirst(entry, key) < 0) from = middle + 1
      else until = middle
    }
    return from
  }
}

function kept<Value>(known: Map<Value, Value>, value: Value): Value {
  const first = known.get(value)
  if (first === undefined) known.set(value, value)
  return first ?? value
}

/** Without its folded text, which cannot be sent. */
function asStored({ text: _text, ...entry }: IndexedEntry): Entry {
  return entry
}

function newestFirst(one: EntryKey, other: EntryKey): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id > other.id ? -1 : 1
}
