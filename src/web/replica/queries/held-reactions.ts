import { Dexie, RangeSet, rangesOverlap, type IntervalTree, type ObservabilitySet } from 'dexie'

import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { followKeys } from './follow.ts'

/** An entry with the reactions to it that are stored. */
export interface EntryWithReactions {
  readonly entry: Entry
  readonly reactions: readonly Reaction[]
}

/**
 * Each entry's reactions, all asked for at once: `anyOf` would walk them one by one, and wait for
 * each.
 */
export async function readReactions(
  { reactions }: ReplicaDatabase,
  entries: readonly Entry[],
): Promise<readonly EntryWithReactions[]> {
  return Promise.all(
    entries.map(async (entry) => ({
      entry,
      reactions: await reactions.where('entryId').equals(entry.id).toArray(),
    })),
  )
}

/** So many entries are held: a window of the list and what one is reminded of, several times. */
const most = 300

/**
 * The reactions of the entries that were shown last, from their reading until a transaction of any tab
 * changes one of them. Live queries run again for a change of the outbox or of one entry; they would ask
 * for the reactions of all their entries each time, one request each
 * (docs/decisions/0045-reactions-held-between-readings.md).
 */
class HeldReactions {
  readonly #database: ReplicaDatabase
  readonly #held = new Map<EntryId, readonly Reaction[]>()
  /** Counts changes: what was read before one is not held after it. */
  #changes = 0

  constructor(database: ReplicaDatabase) {
    this.#database = database
    // The event that reruns live queries, so what is held is as new as what they read.
    Dexie.on.storagemutated.subscribe((parts) => this.#forget(parts))
    database.on('close', () => this.#forgetAll())
  }

  /**
   * As `readReactions`, but a live query does not follow what is held: let it follow all reactions, or call
   * `readFollowed`. Call it after the transaction's first answer: a live query may hear of a change before this
   * does, but not an answer.
   */
  async read(entries: readonly Entry[]): Promise<readonly EntryWithReactions[]> {
    const changes = this.#changes
    const known = entries.map(({ id }) => this.#held.get(id))
    const unknown = entries.filter((_, index) => known[index] === undefined)
    const read = await readReactions(this.#database, unknown)
    if (changes === this.#changes) this.#hold(read)
    const byId = new Map(read.map(({ entry, reactions }) => [entry.id, reactions]))
    return entries.map((entry, index) => ({
      entry,
      reactions: known[index] ?? byId.get(entry.id) ?? [],
    }))
  }

  /** The same, and a live query runs again for reactions to these entries alone. */
  async readFollowed(entries: readonly Entry[]): Promise<readonly EntryWithReactions[]> {
    const { reactions: table } = this.#database
    const read = await this.read(entries)
    followKeys(
      table,
      entries.map(({ id }) => id),
      'entryId',
    )
    followKeys(
      table,
      read.flatMap(({ reactions }) => reactions.map(({ id }) => id)),
    )
    return read
  }

  #hold(read: readonly EntryWithReactions[]): void {
    if (this.#held.size + read.length > most) this.#held.clear()
    for (const { entry, reactions } of read) this.#held.set(entry.id, reactions)
  }

  #forget(parts: ObservabilitySet): void {
    const table = `idb://${this.#database.name}/reactions/`
    const { all, [table]: rows, [`${table}entryId`]: entries } = parts
    if (all !== undefined) return this.#forgetAll()
    if (rows === undefined && entries === undefined) return
    this.#changes += 1
    for (const [entryId, reactions] of this.#held)
      if (isIn(entries, entryId) || reactions.some(({ id }) => isIn(rows, id)))
        this.#held.delete(entryId)
  }

  #forgetAll(): void {
    this.#changes += 1
    this.#held.clear()
  }
}

const held = new WeakMap<ReplicaDatabase, HeldReactions>()

/** What is held of a copy. */
export function heldReactions(database: ReplicaDatabase): HeldReactions {
  const before = held.get(database)
  if (before !== undefined) return before
  const made = new HeldReactions(database)
  held.set(database, made)
  return made
}

function isIn(changed: IntervalTree | undefined, key: string): boolean {
  return changed !== undefined && rangesOverlap(changed, new RangeSet(key))
}
