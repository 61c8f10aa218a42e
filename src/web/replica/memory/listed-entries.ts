import { heldChanges, photosOf, type Holds } from './counted-entries.ts'
import { byNewest, listedOf, type ListedEntry } from './entry-order.ts'
import type { JournalMemory } from './journal-memory.ts'
import { heldAfter } from './row-order.ts'

/**
 * The entries that a question holds, newest first. After a change only the entries that are shown otherwise, or have
 * another number of photos, are asked about again; the list is the identical array until one comes, leaves or moves.
 */
export class ListedEntries {
  readonly #memory: Pick<JournalMemory, 'state' | 'shown'>
  readonly #holds: Holds | undefined
  #list: readonly ListedEntry[] = []
  #revision = -1

  /** @param holds undefined for all entries */
  constructor(memory: Pick<JournalMemory, 'state' | 'shown'>, holds: Holds | undefined) {
    this.#memory = memory
    this.#holds = holds
  }

  readonly current = (): readonly ListedEntry[] => {
    const { shown, state } = this.#memory
    const holds = this.#holds
    if (holds === undefined) return state().entries.list
    const changes = shown.entriesSince(this.#revision)
    this.#revision = shown.entriesRevision()
    this.#list =
      changes === undefined
        ? this.#all(holds)
        : heldAfter(this.#list, heldChanges(changes, holds), listedOf, byNewest)
    return this.#list
  }

  #all(holds: Holds): readonly ListedEntry[] {
    const { shown, state } = this.#memory
    const list = state().entries.list.filter(({ id }) => {
      const entry = shown.get('entries', id)
      return entry !== undefined && holds(entry, photosOf(shown, id))
    })
    const isSame =
      list.length === this.#list.length &&
      list.every((one, place) => byNewest(one, this.#list[place] ?? one) === 0)
    return isSame ? this.#list : list
  }
}
