import type { EntryId } from '../../../domain/ids.ts'
import type { Review } from '../../../domain/practice/review.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { reviewAggregate } from '../mutations/reviews.ts'
import type { Reviews } from './journal-state.ts'
import { mutationsAbout, type Pending } from './pending.ts'
import type { Tables } from './tables.ts'

const none: readonly Review[] = []

/**
 * My reviews as the practice sees them, by entry. There may be fifty thousand, of which a screen wants few: an
 * entry's are put together when they are asked for.
 */
export class ShownReviews {
  readonly #tables: Tables
  readonly #shownOf = new Map<EntryId, readonly Review[]>()
  #pending: Pending

  constructor(tables: Tables, pending: Pending) {
    this.#tables = tables
    this.#pending = pending
  }

  /** The reviews of these entries may have changed. */
  update(ids: Iterable<EntryId>, pending: Pending): void {
    this.#pending = pending
    for (const id of ids) this.#shownOf.delete(id)
  }

  /** The value of this moment; another after each change. */
  value(): Reviews {
    return { of: (id) => this.#shownOf.get(id) ?? this.#show(id) }
  }

  #show(id: EntryId): readonly Review[] {
    const rows = [...this.#tables.ofEntry('reviews', id)]
    const mutations = mutationsAbout(this.#pending, reviewAggregate(id))
    if (rows.length === 0 && mutations.length === 0) return none
    const held = new Set(rows.map((row) => row.id))
    const shown = optimistic('reviews', rows, mutations, this.#pending.me).map((row) =>
      held.has(row.id) ? row : { ...row, isUnsent: true as const },
    )
    this.#shownOf.set(id, shown)
    return shown
  }
}
