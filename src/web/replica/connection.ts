/** `full`: the server answers, and takes no writes because its disk is full. */
export type Connection = 'connecting' | 'online' | 'offline' | 'full' | 'signed-out'

/** This tab's connection to the server; `connecting` until the first answer or the first fault. */
export class ConnectionStore {
  #current: Connection = 'connecting'
  #isLive = true
  readonly #listeners = new Set<() => void>()

  current(): Connection {
    return this.#current
  }

  /** False while no channel brings changes, and the page pulls from time to time instead. */
  isLive(): boolean {
    return this.#isLive
  }

  set(connection: Connection): void {
    if (connection === this.#current) return
    this.#current = connection
    for (const changed of this.#listeners) changed()
  }

  setLive(isLive: boolean): void {
    if (isLive === this.#isLive) return
    this.#isLive = isLive
    for (const changed of this.#listeners) changed()
  }

  /** Calls `changed` after each change; the returned function ends it. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }
}
