import { Dexie, liveQuery, type Observable } from 'dexie'
import type { Timers } from '../../browser/timers.ts'

/** Milliseconds that a screen waits at most: what one does not feel. */
const longestWait = 100

/**
 * A write that the pressed control shows by itself, or whose form goes, and that is handed to the network as it is
 * stored, is mostly answered within a few dozen milliseconds. What else shows the journal waits for that answer, and reads once
 * in place of twice.
 */
export class AnswerWait {
  readonly #timers: Timers
  readonly #waiting = new Set<() => void>()
  #cancel: (() => void) | undefined
  /** How many of those that waited read just now. */
  #reading = 0
  readonly #forms = new Set<() => void>()

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** A write is on its way. Call it before its transaction ends, which has live queries run again. */
  begin(): void {
    this.#cancel ??= this.#timers.after(longestWait, () => this.end())
  }

  /** The answer is stored, or there is none for now. */
  end(): void {
    if (this.#cancel === undefined) return
    this.#cancel()
    // Dexie announces what was stored in a task of its own: who runs again for that waits and reads with the others.
    this.#cancel = this.#timers.after(0, () => this.#goOn())
  }

  /**
   * Resolves once all that waited has read, so that a form can go in the frame in which its entry comes; at
   * once while no write is on its way, and after two tenths of a second at most.
   */
  async allRead(): Promise<void> {
    if (this.#isOver) return
    await new Promise<void>((resolve) => {
      const cancel = this.#timers.after(2 * longestWait, resolve)
      this.#forms.add(() => {
        cancel()
        resolve()
      })
    })
  }

  get #isOver(): boolean {
    return this.#cancel === undefined && this.#reading === 0
  }

  #goOn(): void {
    this.#cancel = undefined
    this.#reading += this.#waiting.size
    letGo(this.#waiting)
    this.#letFormsGo()
  }

  #letFormsGo(): void {
    if (this.#isOver) letGo(this.#forms)
  }

  /**
   * As Dexie's `liveQuery`, but what it runs again for waits while a write is on its way. Several changes
   * meanwhile are read at once.
   */
  liveQuery<Value>(read: () => Promise<Value>): Observable<Value> {
    let runs = 0
    let last: { readonly value: Value } | undefined
    return liveQuery(async () => {
      runs += 1
      const run = runs
      const waits = last !== undefined && this.#cancel !== undefined
      // A promise of Dexie's own: after any other it would not know which live query goes on.
      if (waits) await new Dexie.Promise<void>((resolve) => this.#waiting.add(resolve))
      try {
        // A later run has taken over; Dexie drops this one's result.
        if (run !== runs && last !== undefined) return last.value
        const value = await read()
        last = { value }
        return value
      } finally {
        if (waits) this.#reading -= 1
        if (waits) this.#letFormsGo()
      }
    })
  }
}

function letGo(waiting: Set<() => void>): void {
  const all = [...waiting]
  waiting.clear()
  for (const goOn of all) goOn()
}
