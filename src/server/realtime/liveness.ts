/** Whether the change stream runs; subscriptions are confirmed only while it does. */
export class Liveness {
  #live = false
  #waiting: (() => void)[] = []

  set(live: boolean): void {
    this.#live = live
    if (!live) return
    for (const resolve of this.#waiting) resolve()
    this.#waiting = []
  }

  /** Resolves as soon as the stream runs. */
  async whenLive(): Promise<void> {
    if (this.#live) return
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
  }
}
