import { newId } from '../../../domain/ids.ts'

import type { Queued } from '../memory/stored-rows.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import { aggregateIdOf } from '../mutations/registry.ts'
import type { Transaction } from '../memory/transaction.ts'
import { nextOrder } from '../store/draft-rows.ts'
import type { Store } from '../store/store.ts'
import type { TabLiveness } from './tab-liveness.ts'
import type { DraftMirror } from './draft-mirror.ts'

/** The parts that all forms of a tab share. */
export interface DraftsOptions {
  readonly store: Store
  readonly tab: string
  readonly liveness: TabLiveness
  /** Learns what is typed until it is stored. */
  readonly mirror: DraftMirror
}

export interface FormDraftOptions extends DraftsOptions {
  readonly form: DraftForm
  /** The key of a draft that was left; `undefined` for a new one, which has no row yet. */
  readonly left: string | undefined
  /** The drafts of all forms that are open in this tab. */
  readonly held: Set<string>
}

/** The unsent text of one open form. No other form writes it, in no tab. */
export class FormDraft {
  readonly #options: FormDraftOptions
  #key: string
  #wasPut: boolean
  #isOver = false
  /** The value that is still to be stored: the newest value, or none to delete the draft. */
  #next: { readonly value?: unknown } | undefined
  #storing: Promise<void> | undefined

  constructor(options: FormDraftOptions) {
    this.#options = options
    this.#key = options.left ?? newId()
    this.#wasPut = options.left !== undefined
    options.held.add(this.#key)
  }

  /** True where there is a draft to come back to. */
  get isKept(): boolean {
    return this.#options.store.memory.rows('drafts').has(this.#key)
  }

  /** Keeps what the form holds now, a JSON-able value. It never fails: the text is on the screen. */
  write(value: unknown): void {
    if (this.#isOver) return
    const { mirror, form, tab } = this.#options
    mirror.typed({ key: this.#key, form, tab, value })
    this.#change({ value })
  }

  /** Resolves once all that was written is stored, or could not be. */
  async stored(): Promise<void> {
    await this.#storing
  }

  /** Removes the draft: the form holds nothing worth keeping. */
  clear(): void {
    if (this.#isOver) return
    this.#options.mirror.resolved(this.#key)
    this.#change({})
  }

  /**
   * Runs a write that takes the draft's place. `send` gets the draft's key, the id of the entry or quote to
   * be, and says whether the draft is gone with it; nothing brings a draft back that is gone. The journal's
   * own writes call this.
   */
  submit(send: (key: string) => boolean): boolean {
    // A draft that was stored before keeps its id: the tab that adopted it may have sent it.
    if (this.#next !== undefined) this.#options.store.change((rows) => this.#keepMine(rows))
    const { memory } = this.#options.store
    const last = memory.state().queue.at(-1)
    this.#isOver = send(this.#key)
    const sent = memory.state().queue.at(-1)
    if (this.#isOver) void this.#end(sent === last ? undefined : sent)
    return this.#isOver
  }

  /** The form was closed: what it held waits for the next one. */
  leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { store, tab, form } = this.#options
    const typed = this.#next
    store.change((rows) => {
      if (typed !== undefined) this.#put(rows, typed.value)
      const row = rows.get('drafts', this.#key)
      if (row?.owner === tab) rows.put('drafts', { ...row, form, owner: undefined })
    })
    this.#next = undefined
    this.#options.held.delete(this.#key)
    void store.written().then(() => {
      if (store.disk.isStored('drafts', this.#key)) this.#options.mirror.resolved(this.#key)
    })
  }

  /** Until the device, or else the server, has what took its place, the page may end, and that with it. */
  async #end(sent: Queued | undefined): Promise<void> {
    const { held, mirror, store } = this.#options
    held.delete(this.#key)
    await store.written()
    if (sent !== undefined && !store.disk.isStored('outbox', sent.id)) {
      const aggregateId = aggregateIdOf(sent.mutation)
      await store.memory.until(({ unsent }) => !unsent.has(aggregateId))
    }
    mirror.resolved(this.#key)
  }

  #change(change: { readonly value?: unknown }): void {
    this.#next = change
    this.#storing ??= this.#storeAll()
  }

  /** Stores one value after the other; of what is typed meanwhile, the newest. */
  async #storeAll(): Promise<void> {
    const { liveness, store, mirror } = this.#options
    // Before the row is there, or another tab could take this one for closed.
    await liveness.show()
    while (this.#next !== undefined && !this.#isOver) {
      const { value } = this.#next
      this.#next = undefined
      await store.change((rows) => this.#put(rows, value)).stored
      if (this.#next === undefined && store.disk.isStored('drafts', this.#key))
        mirror.resolved(this.#key)
    }
    this.#storing = undefined
  }

  #put(rows: Transaction, value: unknown): void {
    const { tab, form } = this.#options
    this.#keepMine(rows)
    if (value === undefined) rows.remove('drafts', this.#key)
    else {
      const order = rows.get('drafts', this.#key)?.order ?? nextOrder(rows)
      rows.put('drafts', { key: this.#key, form, value, owner: tab, order })
    }
    this.#wasPut = value !== undefined
  }

  /**
   * A tab that did not answer for too long was taken for closed, and its draft was adopted by
   * another, maybe sent. What is typed on here is another text, with an id of its own.
   */
  #keepMine(rows: Transaction): void {
    const { held, mirror, tab } = this.#options
    const row = rows.get('drafts', this.#key)
    if (row === undefined ? !this.#wasPut : row.owner === tab) return
    const taken = this.#key
    this.#key = newId()
    this.#wasPut = false
    held.delete(taken)
    held.add(this.#key)
    mirror.renamed(taken, this.#key)
  }
}
