import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { optimisticRow } from '../mutations/optimistic.ts'
import { byNewest } from './entry-order.ts'
import type { Entries } from './journal-state.ts'
import { mutationsAbout, type Pending } from './pending.ts'
import { recentAfter } from './recent-rows.ts'
import { reordered } from './row-order.ts'
import type { Tables } from './tables.ts'

/** The entries as screens show them, in order of time. */
export class ShownEntries {
  readonly #tables: Tables
  readonly #shown = new Map<EntryId, Entry>()
  #list: readonly Entry[] = []
  #recent: readonly Entry[] = []

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Looks at these entries again; true where one of them is shown otherwise now. */
  update(ids: Iterable<EntryId>, pending: Pending): boolean {
    const changes = [...ids].flatMap((id) => {
      const before = this.#shown.get(id)
      const after = this.#rowOf(id, pending)
      if (isShownAlike(before, after)) return []
      if (after === undefined) this.#shown.delete(id)
      else this.#shown.set(id, after)
      return [{ before, after }]
    })
    this.#list = reordered(this.#list, changes, byNewest)
    this.#recent = recentAfter(this.#recent, changes, pending.me)
    return changes.length > 0
  }

  /** The value of this moment; another after each change. */
  value(): Entries {
    return { list: this.#list, recent: this.#recent, get: (id) => this.#shown.get(id) }
  }

  #rowOf(id: EntryId, pending: Pending): Entry | undefined {
    if (pending.waitingDeletions.has(id)) return undefined
    const row = this.#tables.rows('entries').get(id)
    return optimisticRow('entries', id, row, mutationsAbout(pending, id), pending.me)
  }
}

/**
 * True where no screen can tell the two apart: no screen shows the version. So the answer to a tick, and its echo, leave
 * the list alone, which otherwise is drawn and measured for each.
 */
function isShownAlike(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other
  return (Object.keys(other) as (keyof Entry)[]).every(
    (field) => field === 'updatedAt' || one[field] === other[field],
  )
}
