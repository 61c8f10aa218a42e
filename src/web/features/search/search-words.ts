import type { PartnerId } from '../../../domain/ids.ts'

const key = 'tagebuchSearch'
/** Milliseconds of rest before the history is written: browsers refuse one that is written with each key. */
const rest = 300

interface StoredWords {
  readonly person: PartnerId
  readonly words: string
}

/**
 * The words of an open search, kept with the page's place in the browser's history: Back and a reload
 * bring them back. They are in no address, and another person's are not read.
 */
export class SearchWords {
  readonly #person: PartnerId
  readonly #path = location.pathname
  readonly #listeners = new Set<() => void>()
  #words: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #leaving = () => this.#keep()

  constructor(person: PartnerId) {
    this.#person = person
    this.#words = this.#stored()
  }

  /** Undefined while no search is open. */
  readonly current = (): string | undefined => this.#words

  set(words: string | undefined): void {
    this.#words = words
    clearTimeout(this.#timer)
    this.#timer = words === undefined ? undefined : setTimeout(() => this.#keep(), rest)
    // A reload reads the history before `pagehide`. Only while there is something to keep, because such a listener keeps
    // pages out of some browsers' back/forward cache.
    if (words === undefined) this.#keep()
    else addEventListener('beforeunload', this.#leaving)
    this.#notify()
  }

  /** Follows the history; the returned function ends it. */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('popstate', () => this.#follow(), { signal })
    // A new tab or filter, or a layer above the page, is a further step with the same search.
    addEventListener('pushState', () => this.#keep(), { signal })
    addEventListener('pagehide', () => this.#keep(), { signal })
    return () => {
      this.#listeners.delete(changed)
      stop.abort()
      if (this.#timer !== undefined) this.#keep()
    }
  }

  #follow(): void {
    clearTimeout(this.#timer)
    removeEventListener('beforeunload', this.#leaving)
    this.#words = this.#stored()
    this.#notify()
  }

  #stored(): string | undefined {
    const stored = (history.state as Partial<Record<typeof key, StoredWords>> | null)?.[key]
    return stored?.person === this.#person ? stored.words : undefined
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    removeEventListener('beforeunload', this.#leaving)
    // Another page has a search of its own.
    if (location.pathname !== this.#path || this.#stored() === this.#words) return
    const { [key]: _, ...others } = (history.state ?? {}) as Record<string, unknown>
    const words = this.#words
    const stored: StoredWords | undefined =
      words === undefined ? undefined : { person: this.#person, words }
    history.replaceState(stored === undefined ? others : { ...others, [key]: stored }, '')
  }

  #notify(): void {
    for (const changed of this.#listeners) changed()
  }
}
