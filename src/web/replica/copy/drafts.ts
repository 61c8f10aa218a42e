import type { DraftForm } from '../mutations/draft-form.ts'
import type { ReplicaDatabase } from './database.ts'
import { draftsOf } from './draft-rows.ts'
import { HeldDraft } from './held-draft.ts'
import type { Drafts, FormDraft } from './form-draft.ts'
import { withStorageErrors } from './storage-error.ts'
import type { Draft } from './stored-rows.ts'
import type { TabPresence } from './tab-presence.ts'

export interface DraftsOptions {
  /** Runs work on the copy in use, which may change while a form is open. */
  readonly run: <Value>(work: (database: ReplicaDatabase) => Promise<Value>) => Promise<Value>
  readonly tab: string
  readonly presence: TabPresence
}

/**
 * The unsent texts of this tab's forms (D26). Each open form has a draft of its own, marked in the
 * copy with the tab that holds it; what closed or crashed tabs left, the next form takes up.
 */
export function createDrafts({ run, tab, presence }: DraftsOptions): Drafts {
  const held = new Set<string>()
  let leaving: Promise<unknown> = Promise.resolve()

  function open(form: DraftForm, left?: string): FormDraft {
    const onLeave = (left: Promise<void>) => {
      leaving = Promise.all([leaving, left])
    }
    return new HeldDraft({ run, tab, presence, held, form, left, onLeave })
  }

  async function isFree({ key, owner }: Draft): Promise<boolean> {
    if (held.has(key)) return false
    return owner === undefined || owner === tab || !(await presence.isOpen(owner))
  }

  /** False when another tab was quicker. */
  async function take(
    database: ReplicaDatabase,
    { key, owner }: Draft,
    form: DraftForm,
  ): Promise<boolean> {
    return database.transaction('rw', database.drafts, async () => {
      const row = await database.drafts.get(key)
      if (row === undefined || row.owner !== owner) return false
      await database.drafts.put({ ...row, form, owner: tab })
      return true
    })
  }

  async function takeOldest<Value>(
    database: ReplicaDatabase,
    form: DraftForm,
    read: (value: unknown) => Value | undefined,
  ) {
    await leaving
    for (const row of await draftsOf(database, form)) {
      const value = read(row.value)
      if (value === undefined || !(await isFree(row))) continue
      // Before the transaction, so that no other form of this tab takes it meanwhile.
      const draft = open(form, row.key)
      await presence.show()
      if (await take(database, row, form)) return { draft, value }
      held.delete(row.key)
    }
    return undefined
  }

  return {
    begin(form) {
      void presence.show()
      return open(form)
    },
    // A storage that fails reads as empty: it must not keep anyone from writing.
    takeOldest: async (form, read) =>
      run(async (database) =>
        withStorageErrors(async () => takeOldest(database, form, read)),
      ).catch(() => undefined),
    stop: () => presence.stop(),
  }
}
