import type { JournalDay } from '../journal-day.ts'
import type { PracticeCard, Today } from './today.ts'

/** How many cards are left today. */
export interface CardsLeft {
  /** Not answered yet in this round, or on this day of it. */
  readonly open: number
  /** Answered, and asked for again. */
  readonly again: number
}

/** The answers since the dialog opened; with each day it begins at none. */
export class PracticeRound {
  #day: JournalDay | undefined
  #answered = new Set<string>()

  add(card: PracticeCard, day: JournalDay): void {
    this.#on(day).add(keyOf(card))
  }

  /** How many cards were answered. */
  practised(day: JournalDay): number {
    return this.#on(day).size
  }

  left({ due }: Pick<Today, 'due'>, day: JournalDay): CardsLeft {
    const answered = this.#on(day)
    const again = due.filter((card) => answered.has(keyOf(card))).length
    return { open: due.length - again, again }
  }

  #on(day: JournalDay): Set<string> {
    if (this.#day !== day) this.#answered = new Set()
    this.#day = day
    return this.#answered
  }
}

function keyOf({ entryId, direction }: PracticeCard): string {
  return `${entryId} ${direction}`
}
