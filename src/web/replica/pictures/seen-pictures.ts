import type { PictureKey } from '../disk/stored-pictures.ts'

/** Stores that pictures were seen: one list after the other, because a list that is scrolled shows hundreds. */
export class SeenPictures {
  readonly #store: (keys: readonly PictureKey[]) => Promise<void>
  #next: readonly PictureKey[] = []
  #isStoring = false

  /** @param store what fails is not tried again */
  constructor(store: (keys: readonly PictureKey[]) => Promise<void>) {
    this.#store = store
  }

  async add(key: PictureKey): Promise<void> {
    this.#next = [...this.#next, key]
    if (this.#isStoring) return
    this.#isStoring = true
    while (this.#next.length > 0) {
      const keys = this.#next
      this.#next = []
      await this.#store(keys).catch(() => undefined)
    }
    this.#isStoring = false
  }
}
