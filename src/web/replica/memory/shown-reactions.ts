import type { EntryId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { isSameRows } from './entry-order.ts'
import type { Reactions } from './journal-state.ts'
import { mutationsAbout, type Pending } from './pending.ts'
import type { Tables } from './tables.ts'

const none: readonly Reaction[] = []

/** The reactions as screens show them, by entry. */
export class ShownReactions {
  readonly #tables: Tables
  readonly #shownOf = new Map<EntryId, readonly Reaction[]>()

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Looks at the reactions to these entries again; true where one is shown otherwise now. */
  update(ids: Iterable<EntryId>, pending: Pending): boolean {
    let isOther = false
    for (const id of ids) {
      const rows = [...this.#tables.reactionsTo(id)]
      const mutations = mutationsAbout(pending, id)
      const shown = optimistic('reactions', rows, mutations, pending.me).toSorted(byCreation)
      const before = this.#shownOf.get(id) ?? none
      if (isSameRows(before, shown)) continue
      if (shown.length === 0) this.#shownOf.delete(id)
      else this.#shownOf.set(id, shown)
      isOther = true
    }
    return isOther
  }

  /** The value of this moment; another after each change. */
  value(): Reactions {
    const shownOf = this.#shownOf
    return { of: (id) => shownOf.get(id) ?? none, all: () => [...shownOf.values()].flat() }
  }
}

/** Oldest first. */
function byCreation(one: Reaction, other: Reaction): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
