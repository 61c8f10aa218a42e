import type { ReplicaDatabase } from './database.ts'
import type { Drafts } from './journal.ts'
import { guarded } from './storage-error.ts'

/** Unsent text of forms in the person's copy (D26); `undefined` where there is none. */
export function createDrafts(database: ReplicaDatabase): Drafts {
  return {
    read: async (key) =>
      guarded(async () => {
        const draft = await database.drafts.get(key)
        return draft?.value
      }),
    write: async (key, value) =>
      guarded(async () => {
        await database.drafts.put({ key, value })
      }),
    clear: async (key) => guarded(() => database.drafts.delete(key)),
  }
}
