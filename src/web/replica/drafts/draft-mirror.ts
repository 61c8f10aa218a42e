import * as v from 'valibot'

import { newId, isUuid, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import type { SiteStorage } from '../../browser/site-storage.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import { knowsId, nextOrder } from '../store/draft-rows.ts'
import type { Store } from '../store/store.ts'
import { jsonText, parseIfValid } from '../../../domain/parse.ts'

const mirroredDraft = v.object({
  key: v.pipe(v.string(), v.check(isUuid)),
  form: v.custom<DraftForm>((form) => typeof form === 'string'),
  /** The tab whose form this is. */
  tab: v.string(),
  /** The content of the form; a JSON-able value. */
  value: v.unknown(),
})
const storedSchema = jsonText(v.array(mirroredDraft))

/** A text that a form holds and IndexedDB does not yet. */
export type MirroredDraft = Readonly<v.InferOutput<typeof mirroredDraft>>

/**
 * The text that was typed in the last moment before a page ends. IndexedDB stores a draft some milliseconds after
 * the key, and not at all where the page ends before; `localStorage` has it at once. A text is there only from the
 * end of its page until the next form opens, or until its page, which lived on, has stored it.
 */
export class DraftMirror {
  readonly #storage: SiteStorage
  readonly #name: string
  readonly #unstored = new Map<string, MirroredDraft>()

  constructor(person: PartnerId, storage: SiteStorage) {
    this.#storage = storage
    this.#name = `tagebuch.unstored.${person}`
  }

  /** A text was typed and is not stored yet. */
  typed(draft: MirroredDraft): void {
    this.#unstored.set(draft.key, draft)
  }

  /** The newest text under this key is stored, sent or discarded. */
  resolved(key: string): void {
    if (this.#unstored.delete(key)) this.#remove((stored) => stored.key === key)
  }

  /** The text goes on under another key, because another tab has adopted the stored part of it. */
  renamed(from: string, to: string): void {
    const draft = this.#unstored.get(from)
    this.resolved(from)
    if (draft !== undefined) this.typed({ ...draft, key: to })
  }

  /** The page may end now. */
  keep(): void {
    if (this.#unstored.size === 0) return
    const others = this.#stored().filter(({ key }) => !this.#unstored.has(key))
    this.#write([...others, ...this.#unstored.values()])
  }

  /**
   * Makes drafts of what ended pages left, free for the next form.
   *
   * @param isOpen true for a tab that lives: it stores its texts itself
   */
  async adopt(store: Store, isOpen: (tab: string) => Promise<boolean>): Promise<void> {
    for (const stored of this.#stored()) {
      if (await isOpen(stored.tab)) continue
      await adoptDraft(store, stored)
      this.#remove(({ key, tab }) => key === stored.key && tab === stored.tab)
    }
  }

  /** The number of stored texts that are no drafts yet. */
  countBeside(drafts: ReadonlySet<string>): number {
    return this.#stored().filter(({ key }) => !drafts.has(key)).length
  }

  /** All texts that are no drafts yet, in any form. */
  texts(): unknown {
    return [...this.#stored(), ...this.#unstored.values()]
  }

  /** Removes everything: the person signed out. */
  wipe(): void {
    this.#unstored.clear()
    this.#storage.removeItem(this.#name)
  }

  #stored(): readonly MirroredDraft[] {
    return parseIfValid(storedSchema, this.#storage.getItem(this.#name)) ?? []
  }

  #remove(isMeant: (stored: MirroredDraft) => boolean): void {
    const stored = this.#stored()
    if (stored.some(isMeant)) this.#write(stored.filter((one) => !isMeant(one)))
  }

  #write(stored: readonly MirroredDraft[]): void {
    if (stored.length === 0) this.#storage.removeItem(this.#name)
    else this.#storage.setItem(this.#name, JSON.stringify(stored))
  }
}

async function adoptDraft(store: Store, { key, form, tab, value }: MirroredDraft): Promise<void> {
  await store.readEntry(key as EntryId)
  const { stored } = store.change((rows) => {
    // The page ended with its form just sent.
    if (knowsId(rows, key)) return
    const row = rows.get('drafts', key)
    // Another form went on with an older state of it: then this is a text of its own.
    const isTaken = row !== undefined && row.owner !== tab
    const order = row === undefined || isTaken ? nextOrder(rows) : row.order
    rows.put('drafts', { key: isTaken ? newId() : key, form, value, order, owner: undefined })
  })
  await stored
}
