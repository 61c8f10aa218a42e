import type { EntryId, Instant } from '../../../domain/ids.ts'
import { optimistic } from '../mutations/optimistic.ts'
import type { RowsByEntry } from './journal-state.ts'
import { mutationsAbout, type Pending } from './pending.ts'
import { recentAfter } from './recent-rows.ts'
import { isSameRows } from './row-order.ts'
import type { CardTable, StoredRows, Tables } from './tables.ts'

const none: readonly never[] = []

/** The rows of one table as screens show them, by the entry they belong to. */
export class ShownByEntry<Name extends CardTable> {
  readonly #tables: Tables
  readonly #name: Name
  readonly #shownOf = new Map<EntryId, readonly StoredRows[Name][]>()
  #recent: readonly StoredRows[Name][] = []

  constructor(tables: Tables, name: Name) {
    this.#tables = tables
    this.#name = name
  }

  /** Looks at the rows of these entries again; true where one is shown otherwise now. */
  update(ids: Iterable<EntryId>, pending: Pending): boolean {
    const changes = [...ids].flatMap((id) => {
      const before = this.#shownOf.get(id) ?? none
      const shown = this.#shownNow(id, pending)
      if (isSameRows(before, shown)) return []
      if (shown.length === 0) this.#shownOf.delete(id)
      else this.#shownOf.set(id, shown)
      return changesOf(before, shown)
    })
    this.#recent = recentAfter(this.#recent, changes, pending.me)
    return changes.length > 0
  }

  #shownNow(id: EntryId, pending: Pending): readonly StoredRows[Name][] {
    const rows = [...this.#tables.ofEntry(this.#name, id)] as never
    const mutations = mutationsAbout(pending, id)
    const shown = optimistic<CardTable>(this.#name, rows, mutations, pending.me)
    return (shown as readonly StoredRows[Name][])
      .filter((row) => !pending.waitingDeletions.has(row.id))
      .toSorted(byCreation)
  }

  /** The value of this moment; another after each change. */
  value(): RowsByEntry<StoredRows[Name]> {
    return { recent: this.#recent, of: (id) => this.#shownOf.get(id) ?? none }
  }
}

/** The rows of one entry before and after a change, by id. */
function changesOf<Row extends { readonly id: string }>(
  before: readonly Row[],
  after: readonly Row[],
) {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  const rowIn = (rows: readonly Row[], id: string) => rows.find((row) => row.id === id)
  return [...ids].map((id) => ({ before: rowIn(before, id), after: rowIn(after, id) }))
}

interface Created {
  readonly id: string
  readonly createdAt: Instant
}

/** Oldest first. */
function byCreation(one: Created, other: Created): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
