import type { DraftForm } from '../mutations/draft-form.ts'
import type { ReplicaDatabase } from './database.ts'
import { draftsOf } from './draft-rows.ts'
import { HeldDraft } from './held-draft.ts'
import type { Drafts, FormDraft } from './form-draft.ts'
import { withStorageErrors } from './storage-error.ts'
import type { Draft } from './stored-rows.ts'
import type { TabPresence } from './tab-presence.ts'
import type { UnstoredDrafts } from './unstored-drafts.ts'

export interface DraftsOptions {
  /** Runs work on the copy in use, which may change while a form is open. */
  readonly run: <Value>(work: (database: ReplicaDatabase) => Promise<Value>) => Promise<Value>
  readonly tab: string
  readonly presence: TabPresence
  readonly unstored: UnstoredDrafts
}

/**
 * The unsent texts of this tab's forms (D26). Each open form has a draft of its own, marked in the
 * copy with the tab that holds it; what closed or crashed tabs left, the next form takes up.
 */
export class TabDrafts implements Drafts {
  readonly #options: DraftsOptions
  /** The keys of the drafts that open forms of this tab hold. */
  readonly #held = new Set<string>()
  #leaving: Promise<unknown> = Promise.resolve()

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  begin(form: DraftForm): FormDraft {
    void this.#options.presence.show()
    return this.#open(form)
  }

  /** A storage that fails reads as empty: it must not keep anyone from writing. */
  async takeOldest<Value>(form: DraftForm, read: (value: unknown) => Value | undefined) {
    return this.#options
      .run(async (database) =>
        withStorageErrors(async () => this.#takeOldest(database, form, read)),
      )
      .catch(() => undefined)
  }

  stop(): void {
    this.#options.presence.stop()
  }

  #open(form: DraftForm, key?: string): FormDraft {
    const onLeave = (left: Promise<void>) => {
      this.#leaving = Promise.all([this.#leaving, left])
    }
    return new HeldDraft({ ...this.#options, held: this.#held, form, left: key, onLeave })
  }

  async #takeOldest<Value>(
    database: ReplicaDatabase,
    form: DraftForm,
    read: (value: unknown) => Value | undefined,
  ) {
    const { presence, tab, unstored } = this.#options
    await this.#leaving
    await unstored.takeUp(database, async (one) => one === tab || presence.isOpen(one))
    for (const row of await draftsOf(database, form)) {
      const value = read(row.value)
      if (value === undefined || !(await this.#isFree(row))) continue
      // Before the transaction, so that no other form of this tab takes it meanwhile.
      const draft = this.#open(form, row.key)
      await presence.show()
      if (await changeOwner(database, row, form, tab)) return { draft, value }
      this.#held.delete(row.key)
    }
    return undefined
  }

  async #isFree({ key, owner }: Draft): Promise<boolean> {
    const { presence, tab } = this.#options
    if (this.#held.has(key)) return false
    return owner === undefined || owner === tab || !(await presence.isOpen(owner))
  }
}

/** False when another tab was quicker. */
async function changeOwner(
  database: ReplicaDatabase,
  { key, owner }: Draft,
  form: DraftForm,
  tab: string,
): Promise<boolean> {
  return database.transaction('rw', database.drafts, async () => {
    const row = await database.drafts.get(key)
    if (row === undefined || row.owner !== owner) return false
    await database.drafts.put({ ...row, form, owner: tab })
    return true
  })
}
