import { v4 } from 'uuid'

import type { DraftForm } from '../mutations/draft-form.ts'
import type { ReplicaDatabase } from './database.ts'
import { nextOrder } from './draft-rows.ts'
import type { FormDraft } from './form-draft.ts'
import type { TabPresence } from './tab-presence.ts'
import type { UnstoredDrafts } from './unstored-drafts.ts'

export interface HeldDraftOptions {
  /** Runs work on the copy in use, which may change while the form is open. */
  readonly run: <Value>(work: (database: ReplicaDatabase) => Promise<Value>) => Promise<Value>
  readonly tab: string
  readonly presence: TabPresence
  readonly form: DraftForm
  /** The key of a draft that was left; `undefined` for a new one, which has no row yet. */
  readonly left: string | undefined
  /** The drafts of all forms that are open in this tab. */
  readonly held: Set<string>
  /** Learns what is typed until it is stored. */
  readonly unstored: UnstoredDrafts
  /** Called with each leaving; the next form waits for it. */
  readonly onLeave: (left: Promise<void>) => void
}

/** The draft of one open form. */
export class HeldDraft implements FormDraft {
  readonly #options: HeldDraftOptions
  #key: string
  #isStored: boolean
  #isOver = false
  /** What is still to be stored: the newest value, or none to delete the draft. */
  #next: { readonly value?: unknown } | undefined
  #storing: Promise<void> | undefined

  constructor(options: HeldDraftOptions) {
    this.#options = options
    this.#key = options.left ?? v4()
    this.#isStored = options.left !== undefined
    options.held.add(this.#key)
  }

  write(value: unknown): void {
    if (this.#isOver) return
    const { unstored, form, tab } = this.#options
    unstored.typed({ key: this.#key, form, tab, value })
    this.#change({ value })
  }

  async stored(): Promise<void> {
    await this.#storing
  }

  clear(): void {
    if (this.#isOver) return
    this.#options.unstored.settled(this.#key)
    this.#change({})
  }

  async handOver(send: (key: string) => Promise<boolean>): Promise<boolean> {
    await this.#storing
    this.#isOver = true
    try {
      this.#isOver = await send(this.#key)
    } catch (cause) {
      this.#isOver = false
      throw cause
    }
    if (this.#isOver) {
      this.#options.held.delete(this.#key)
      this.#options.unstored.settled(this.#key)
    }
    return this.#isOver
  }

  leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onLeave(this.#free())
  }

  async #free(): Promise<void> {
    await this.#storing
    const { run, tab, held } = this.#options
    // Where this fails, the copy is closed: the row is free once this tab is.
    await run(async (database) =>
      database.transaction('rw', database.drafts, async () => {
        const row = await database.drafts.get(this.#key)
        if (row?.owner === tab) await database.drafts.put({ ...row, owner: undefined })
      }),
    ).catch(() => undefined)
    held.delete(this.#key)
  }

  #change(change: { readonly value?: unknown }): void {
    this.#next = change
    this.#storing ??= this.#storeAll()
  }

  /** Stores one value after the other; of what is typed meanwhile, the newest. */
  async #storeAll(): Promise<void> {
    while (this.#next !== undefined) {
      const { value } = this.#next
      this.#next = undefined
      try {
        await this.#store(value)
        if (this.#next === undefined) this.#options.unstored.settled(this.#key)
      } catch {
        // The text is still on the screen, and kept where the page ends.
      }
    }
    this.#storing = undefined
  }

  async #store(value: unknown): Promise<void> {
    const { run, presence } = this.#options
    // Before the row is there, or another tab could take this one for closed.
    await presence.show()
    await run(async (database) => this.#storeIn(database, value))
  }

  async #storeIn(database: ReplicaDatabase, value: unknown): Promise<void> {
    const { tab, form } = this.#options
    const { drafts } = database
    await database.transaction('rw', drafts, async () => {
      const row = await drafts.get(this.#key)
      const isMine = row === undefined ? !this.#isStored : row.owner === tab
      if (!isMine) this.#rename()
      if (value === undefined) return isMine ? drafts.delete(this.#key) : undefined
      const order = isMine && row !== undefined ? row.order : await nextOrder(database)
      await drafts.put({ key: this.#key, form, value, owner: tab, order })
    })
    this.#isStored = value !== undefined
  }

  /**
   * A tab that did not answer for too long was taken for closed, and its draft was taken up by
   * another, maybe sent. What is typed on here is another text, with an id of its own.
   */
  #rename(): void {
    const { held, unstored } = this.#options
    const taken = this.#key
    this.#key = v4()
    held.delete(taken)
    held.add(this.#key)
    unstored.renamed(taken, this.#key)
  }
}
