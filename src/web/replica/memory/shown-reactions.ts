import type { EntryId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import { optimistic } from '../mutations/optimistic.ts'
import type { Reactions } from './journal-state.ts'
import { mutationsAbout, type Pending } from './pending.ts'
import { recentAfter } from './recent-rows.ts'
import { isSameRows } from './row-order.ts'
import type { Tables } from './tables.ts'

const none: readonly Reaction[] = []

/** The reactions as screens show them, by entry. */
export class ShownReactions {
  readonly #tables: Tables
  readonly #shownOf = new Map<EntryId, readonly Reaction[]>()
  #recent: readonly Reaction[] = []

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Looks at the reactions to these entries again; true where one is shown otherwise now. */
  update(ids: Iterable<EntryId>, pending: Pending): boolean {
    const changes = [...ids].flatMap((id) => {
      const rows = [...this.#tables.reactionsTo(id)]
      const mutations = mutationsAbout(pending, id)
      const shown = optimistic('reactions', rows, mutations, pending.me).toSorted(byCreation)
      const before = this.#shownOf.get(id) ?? none
      if (isSameRows(before, shown)) return []
      if (shown.length === 0) this.#shownOf.delete(id)
      else this.#shownOf.set(id, shown)
      return changesOf(before, shown)
    })
    this.#recent = recentAfter(this.#recent, changes, pending.me)
    return changes.length > 0
  }

  /** The value of this moment; another after each change. */
  value(): Reactions {
    return { recent: this.#recent, of: (id) => this.#shownOf.get(id) ?? none }
  }
}

/** The rows of one entry before and after a change, by id. */
function changesOf(before: readonly Reaction[], after: readonly Reaction[]) {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  const rowIn = (rows: readonly Reaction[], id: string) => rows.find((row) => row.id === id)
  return [...ids].map((id) => ({ before: rowIn(before, id), after: rowIn(after, id) }))
}

/** Oldest first. */
function byCreation(one: Reaction, other: Reaction): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
