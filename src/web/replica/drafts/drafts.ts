import type { Draft } from '../memory/stored-rows.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import { draftsOf } from '../store/draft-rows.ts'
import { FormDraft, type DraftsOptions } from './form-draft.ts'

/** A draft that a form has adopted, and what its form reads in it. */
export interface LeftDraft<Value> {
  readonly draft: FormDraft
  readonly value: Value
}

/** Texts that a form adopts at once, at most. */
const mostAtOnce = 6

/**
 * The unsent texts of this tab's forms (D26). Each open form has a draft of its own, marked in the
 * copy with the tab that holds it; what closed or crashed tabs left, the next form adopts.
 */
export class Drafts {
  readonly #options: DraftsOptions
  /** The keys of the drafts that open forms of this tab hold. */
  readonly #held = new Set<string>()
  /** The draft that a message has just named. */
  #named: string | undefined

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  /** The draft of a form that opens empty, or on what is saved; stored with the first `write`. */
  begin(form: DraftForm): FormDraft {
    void this.#options.liveness.show()
    return this.#open(form)
  }

  /** The next form of its kind opens with this draft before all others: a message speaks of it. */
  openNext(key: string): void {
    this.#named = key
  }

  /** True for the draft that a message has just named. */
  isNamed(key: string): boolean {
    return this.#named === key
  }

  /**
   * Adopts the oldest draft of this kind of form that no open form holds, in this tab or another:
   * one that was left, that a crash left, or that came back refused. `read` parses its value;
   * what it answers with `undefined` is passed over.
   */
  async takeOldest<Value>(
    form: DraftForm,
    read: (value: unknown, key: string) => Value | undefined,
  ): Promise<LeftDraft<Value> | undefined> {
    const { liveness, tab, mirror, store } = this.#options
    await store.memory.until(({ isRead }) => isRead)
    await mirror.adopt(store, async (one) => one === tab || liveness.isOpen(one))
    const left = store.memory.change((rows) => draftsOf(rows, form)).value
    const isFirst = ({ key }: Draft) => Number(this.isNamed(key))
    for (const row of left.toSorted((one, other) => isFirst(other) - isFirst(one))) {
      const value = read(row.value, row.key)
      if (value === undefined || !(await this.#isFree(row))) continue
      // Before another tab can answer, so that no other form of this tab takes it meanwhile.
      const draft = this.#open(form, row.key)
      await liveness.show()
      if (await this.#claim(row, form)) return { draft, value }
      this.#held.delete(row.key)
    }
    return undefined
  }

  /** Adopts as many as the form can offer in place of one another, in the order in which `takeOldest` would. */
  async takeSeveral<Value>(
    form: DraftForm,
    read: (value: unknown, key: string) => Value | undefined,
  ): Promise<readonly LeftDraft<Value>[]> {
    const taken: LeftDraft<Value>[] = []
    while (taken.length < mostAtOnce) {
      const left = await this.takeOldest(form, read)
      if (left === undefined) break
      taken.push(left)
    }
    return taken
  }

  /** The tab closes: what its forms hold is free for others. */
  stop(): void {
    this.#options.liveness.stop()
  }

  #open(form: DraftForm, key?: string): FormDraft {
    return new FormDraft({ ...this.#options, held: this.#held, form, left: key })
  }

  async #isFree({ key, owner }: Draft): Promise<boolean> {
    const { liveness, tab } = this.#options
    if (this.#held.has(key)) return false
    return owner === undefined || owner === tab || !(await liveness.isOpen(owner))
  }

  /** False when another tab was quicker. */
  async #claim(row: Draft, form: DraftForm): Promise<boolean> {
    const { store, tab } = this.#options
    const claimed = { ...row, form, owner: tab }
    const isShared = store.disk.isStored('drafts', row.key)
    const isMine =
      !isShared ||
      (await store.disk.swap('drafts', row.key, (held) =>
        held !== undefined && held.owner === row.owner ? claimed : 'keep',
      ))
    if (isMine) store.change((rows) => rows.put('drafts', claimed))
    return isMine
  }
}
