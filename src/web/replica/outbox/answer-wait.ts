import { Dexie, liveQuery, type Observable, type Observer, type Subscription } from 'dexie'
import type { Timers } from '../../browser/timers.ts'

/** Milliseconds that a screen waits at most: what one does not feel. */
const longestWait = 100

/** Milliseconds that one which has read waits for the others at most. */
const longestReading = 50

/** Stands for one live query. */
type Screen = object

/**
 * A write that the pressed control shows by itself, or whose form goes, and that is handed to the network as it is
 * stored, is mostly answered within a few dozen milliseconds. What else shows the journal waits for that answer, and reads once
 * in place of twice.
 */
export class AnswerWait {
  readonly #timers: Timers
  #cancel: (() => void) | undefined
  /** Who waits, with how to go on. */
  readonly #waiting = new Map<Screen, () => void>()
  /** Who waited and reads now, with what to tell it as soon as all have read. */
  readonly #reading = new Map<Screen, (() => void) | undefined>()
  #cancelReading: (() => void) | undefined
  /** Forms whose write is on its way, and those whose entry is read just now. */
  readonly #forms: (() => void)[] = []
  readonly #readForms: (() => void)[] = []

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
   * Resolves once all that waits has read the answer, so that a form can go in the frame in which its entry
   * comes; at once while no write is on its way, and after 150 ms at most.
   */
  async allRead(): Promise<void> {
    const isRead = this.#cancel === undefined
    if (isRead && this.#reading.size === 0) return
    await new Promise<void>((resolve) => (isRead ? this.#readForms : this.#forms).push(resolve))
  }

  #goOn(): void {
    this.#cancel = undefined
    this.#readForms.push(...this.#forms.splice(0))
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [screen, goOn] of waiting) {
      this.#reading.set(screen, undefined)
      goOn()
    }
    this.#cancelReading ??= this.#timers.after(longestReading, () => this.#tellAll())
    this.#tellOnceAllHaveRead()
  }

  #tellOnceAllHaveRead(): void {
    if ([...this.#reading.values()].every((tell) => tell !== undefined)) this.#tellAll()
  }

  /** In one step, so that React draws all of it at once. */
  #tellAll(): void {
    this.#cancelReading?.()
    this.#cancelReading = undefined
    const tells = [...this.#reading.values()]
    this.#reading.clear()
    for (const tell of tells) tell?.()
    for (const goOn of this.#readForms.splice(0)) goOn()
  }

  /**
   * As Dexie's `liveQuery`, but what it runs again for waits while a write is on its way. Several changes
   * meanwhile are read at once, and all who waited are told in one step.
   */
  liveQuery<Value>(read: () => Promise<Value>): Observable<Value> {
    const screen: Screen = {}
    let runs = 0
    let last: { readonly value: Value } | undefined
    const rows = liveQuery(async () => {
      runs += 1
      const run = runs
      // A promise of Dexie's own: after any other it would not know which live query goes on.
      if (last !== undefined && this.#cancel !== undefined)
        await new Dexie.Promise<void>((resolve) => {
          this.#stopWaiting(screen)
          this.#waiting.set(screen, resolve)
        })
      // A later run has taken over; Dexie drops this one's result.
      if (run !== runs && last !== undefined) return last.value
      const value = await read()
      last = { value }
      return value
    })
    const follow = rows.subscribe.bind(rows) as (observer: Observer<Value>) => Subscription
    const subscribe = (
      told?: Observer<Value> | ((value: Value) => void) | null,
      failed?: ((cause: unknown) => void) | null,
    ): Subscription => {
      const observer = typeof told === 'function' ? { next: told, error: failed } : told
      const subscription = follow({
        next: (value) => this.#tell(screen, () => observer?.next?.(value)),
        error: (cause: unknown) => this.#tell(screen, () => observer?.error?.(cause)),
      })
      return {
        get closed() {
          return subscription.closed
        },
        unsubscribe: () => {
          subscription.unsubscribe()
          this.#stopWaiting(screen)
          if (this.#reading.delete(screen)) this.#tellOnceAllHaveRead()
        },
      }
    }
    return Object.assign(rows, { subscribe })
  }

  #stopWaiting(screen: Screen): void {
    this.#waiting.get(screen)?.()
    this.#waiting.delete(screen)
  }

  #tell(screen: Screen, tell: () => void): void {
    if (!this.#reading.has(screen)) return tell()
    this.#reading.set(screen, tell)
    this.#tellOnceAllHaveRead()
  }
}
