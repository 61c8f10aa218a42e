import { outsideLiveQueries } from './copy/outside-live-queries.ts'

/** Lets calls wait while one copy takes the place of another. */
export class SwitchGate {
  readonly #waiting: (() => void)[] = []
  #switching: Promise<boolean> | undefined

  get isSwitching(): boolean {
    return this.#switching !== undefined
  }

  /**
   * Runs `work`, which never rejects, while calls wait. There is one switch at a time: during one
   * this resolves to that one's result.
   */
  async switch(work: () => Promise<boolean>): Promise<boolean> {
    this.#switching ??= outsideLiveQueries(work).finally(() => {
      this.#switching = undefined
      for (const resume of this.#waiting.splice(0)) resume()
    })
    return this.#switching
  }

  /** Resolves once the switch under way, if any, is over. */
  async settled(): Promise<void> {
    await this.#switching
  }

  /** Runs a call after the switch under way, and outside the live query that may have asked. */
  async after<Value>(call: () => Promise<Value>): Promise<Value> {
    if (!this.isSwitching) return outsideLiveQueries(call)
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => void call().then(resolve, reject))
    })
  }
}
