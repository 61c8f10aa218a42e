import type { EntryId, ReactionId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'

/** The reactions of the copy, by entry. */
export class ReactionIndex {
  readonly #all = new Map<ReactionId, Reaction>()
  readonly #byEntry = new Map<EntryId, readonly Reaction[]>()

  /** Stores reactions in place of what is known of them. */
  put(rows: readonly Reaction[]): void {
    for (const row of rows) {
      this.remove([row.id])
      this.#all.set(row.id, row)
      this.#byEntry.set(row.entryId, [...this.of(row.entryId), row])
    }
  }

  remove(ids: readonly ReactionId[]): void {
    for (const id of ids) {
      const row = this.#all.get(id)
      if (row === undefined) continue
      this.#all.delete(id)
      const others = this.of(row.entryId).filter((other) => other.id !== id)
      if (others.length > 0) this.#byEntry.set(row.entryId, others)
      else this.#byEntry.delete(row.entryId)
    }
  }

  clear(): void {
    this.#all.clear()
    this.#byEntry.clear()
  }

  of(entry: EntryId): readonly Reaction[] {
    return this.#byEntry.get(entry) ?? []
  }
}
