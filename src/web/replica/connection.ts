/** `full`: the server answers, and takes no writes because its disk is full. */
export type Connection = 'connecting' | 'online' | 'offline' | 'full' | 'signed-out'

/** This tab's connection to the server; `connecting` until the first answer or the first fault. */
export class ConnectionStore {
  #current: Connection = 'connecting'
  readonly #listeners = new Set<() => void>()

  current(): Connection {
    return this.#current
  }

  set(connection: Connection): void {
    if (connection === this.#current) return
    this.#current = connection
    for (const changed of this.#listeners) changed()
  }

  /** Calls `changed` after each change; the returned function ends it. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }
}
