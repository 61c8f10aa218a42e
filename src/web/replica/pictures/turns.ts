interface Turn {
  readonly key: string
  readonly begin: (isWanted: boolean) => void
  readonly result: Promise<unknown>
  followers: number
}

/**
 * Lets a few pieces of work run side by side; the one that was asked for last begins first, because a list scrolls on.
 * A caller that asks for the same piece meanwhile gets the same result.
 */
export class Turns {
  readonly #most: number
  #running = 0
  readonly #waiting: Turn[] = []
  readonly #turns = new Map<string, Turn>()

  constructor(most: number) {
    this.#most = most
  }

  /** @returns undefined where everybody who asked for it left before it began */
  async run<Value>(
    key: string,
    work: () => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value | undefined> {
    if (signal?.aborted) return undefined
    const turn = this.#turns.get(key) ?? this.#add(key, work)
    turn.followers += 1
    signal?.addEventListener('abort', () => this.#leave(turn), { once: true })
    this.#next()
    return turn.result as Promise<Value | undefined>
  }

  #add(key: string, work: () => Promise<unknown>): Turn {
    let begin: Turn['begin'] = () => undefined
    const begun = new Promise<boolean>((resolve) => {
      begin = resolve
    })
    const result = begun.then(async (isWanted) => (isWanted ? work() : undefined))
    const turn = { key, begin, result, followers: 0 }
    this.#turns.set(key, turn)
    this.#waiting.push(turn)
    return turn
  }

  #leave(turn: Turn): void {
    turn.followers -= 1
    const place = this.#waiting.indexOf(turn)
    if (turn.followers > 0 || place === -1) return
    this.#waiting.splice(place, 1)
    this.#turns.delete(turn.key)
    turn.begin(false)
  }

  #next(): void {
    const next = this.#running < this.#most ? this.#waiting.pop() : undefined
    if (next === undefined) return
    this.#running += 1
    const ended = () => {
      this.#running -= 1
      this.#turns.delete(next.key)
      this.#next()
    }
    next.result.then(ended, ended)
    next.begin(true)
  }
}
