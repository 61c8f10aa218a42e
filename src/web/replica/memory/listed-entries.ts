import type { Entry } from '../../../domain/entry.ts'
import { byNewest, listedOf, type ListedEntry } from './entry-order.ts'
import type { JournalMemory } from './journal-memory.ts'
import { heldAfter } from './row-order.ts'

/**
 * The entries that a question holds, newest first. After a change only the entries that are shown otherwise are asked
 * about again; the list is the identical array until one comes, leaves or moves.
 */
export class ListedEntries {
  readonly #memory: Pick<JournalMemory, 'state' | 'shown'>
  readonly #holds: ((entry: Entry) => boolean) | undefined
  #list: readonly ListedEntry[] = []
  #revision = -1

  /** @param holds undefined for all entries */
  constructor(
    memory: Pick<JournalMemory, 'state' | 'shown'>,
    holds: ((entry: Entry) => boolean) | undefined,
  ) {
    this.#memory = memory
    this.#holds = holds
  }

  readonly current = (): readonly ListedEntry[] => {
    const { shown, state } = this.#memory
    const holds = this.#holds
    if (holds === undefined) return state().entries.list
    const changes = shown.entriesSince(this.#revision)
    this.#revision = shown.entriesRevision()
    const listed = (entry: Entry) => (holds(entry) ? listedOf(entry) : undefined)
    this.#list =
      changes === undefined ? this.#all(holds) : heldAfter(this.#list, changes, listed, byNewest)
    return this.#list
  }

  #all(holds: (entry: Entry) => boolean): readonly ListedEntry[] {
    const { shown, state } = this.#memory
    const list = state().entries.list.filter(({ id }) => {
      const entry = shown.get('entries', id)
      return entry !== undefined && holds(entry)
    })
    const isSame =
      list.length === this.#list.length &&
      list.every((one, place) => byNewest(one, this.#list[place] ?? one) === 0)
    return isSame ? this.#list : list
  }
}
