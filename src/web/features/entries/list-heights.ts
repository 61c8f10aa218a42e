import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import type { EntryId } from '../../../domain/ids.ts'

/** A card of one line in pixels, until one was measured. */
const firstGuess = 176

/** Places in the list, both included. */
export interface Range {
  readonly first: number
  readonly last: number
}

interface MeasuredCard {
  readonly entry: Pick<ListedEntry, 'id'>
  readonly top: number
  readonly bottom: number
}

/** How high the cards of a list are, in pixels; an estimate for each that was never drawn. */
export class ListHeights {
  readonly #measured = new Map<EntryId, number>()
  /** It stays once it is known: each other value would move the page under who scrolls. */
  #estimate: number | undefined

  record(cards: readonly MeasuredCard[]): void {
    for (const { entry, top, bottom } of cards) this.#measured.set(entry.id, bottom - top)
    if (cards.length === 0) return
    this.#estimate ??= cards.reduce((sum, { top, bottom }) => sum + bottom - top, 0) / cards.length
  }

  /** The screen has another width now. */
  forget(): void {
    this.#measured.clear()
    this.#estimate = undefined
  }

  /** The height of a number of cards that are not drawn. */
  estimate(count: number): number {
    return count * (this.#estimate ?? firstGuess)
  }

  /** From the list's start to a place. */
  above(entries: readonly ListedEntry[], place: number): number {
    let sum = 0
    for (let index = 0; index < place; index += 1) sum += this.#of(entries[index])
    return sum
  }

  /**
   * The same for several places, in one pass.
   *
   * @param places in ascending order
   */
  aboveEach(entries: readonly ListedEntry[], places: readonly number[]): readonly number[] {
    let sum = 0
    let index = 0
    return places.map((place) => {
      for (; index < place; index += 1) sum += this.#of(entries[index])
      return sum
    })
  }

  /** The place that is so far below the list's start, or the last. */
  placeAt(entries: readonly ListedEntry[], offset: number): number {
    let end = 0
    const place = entries.findIndex((entry) => {
      end += this.#of(entry)
      return end > offset
    })
    return place === -1 ? entries.length - 1 : place
  }

  /** The cards that fill the pixels from `from` to `to`, if the card at `place` begins at `top`. */
  around(
    entries: readonly ListedEntry[],
    place: number,
    { top, from, to }: { readonly top: number; readonly from: number; readonly to: number },
  ): Range {
    let first = place
    for (let start = top; first > 0 && start > from; start -= this.#of(entries[first])) first -= 1
    let last = place
    let end = top + this.#of(entries[place])
    for (; last < entries.length - 1 && end < to; end += this.#of(entries[last])) last += 1
    return { first, last }
  }

  #of(entry: ListedEntry | undefined): number {
    return (entry && this.#measured.get(entry.id)) ?? this.#estimate ?? firstGuess
  }
}
