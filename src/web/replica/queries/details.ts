import type { Entry } from '../../../domain/entry.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { byCreation, type Names, type Pending } from './pending.ts'
import type { ShownEntry } from './shown.ts'

/** Joins names, reactions and the pending mark to entries. Call it in `inReadTransaction`. */
export async function joinDetails(
  { database, me }: { readonly database: ReplicaDatabase; readonly me: PartnerId },
  entries: readonly Entry[],
  { byAggregate }: Pending,
  names: Names,
): Promise<readonly ShownEntry[]> {
  const reactions = await readReactions(database, entries)
  return entries.map((entry, index) => {
    const mutations = byAggregate.get(entry.id) ?? []
    const shown = optimistic('reactions', reactions[index] ?? [], mutations, me)
    return {
      ...entry,
      authorName: names.get(entry.userId),
      pending: mutations.length > 0,
      reactions: shown.toSorted(byCreation).map(({ id, userId, emoji, createdAt }) => ({
        id,
        userId,
        emoji,
        createdAt,
        name: names.get(userId),
      })),
    }
  })
}

/**
 * Each entry's reactions, all asked for at once: `anyOf` would walk them one by one, and wait for
 * each.
 */
async function readReactions(
  database: ReplicaDatabase,
  entries: readonly Entry[],
): Promise<readonly (readonly Reaction[])[]> {
  return Promise.all(
    entries.map(async ({ id }) => database.reactions.where('entryId').equals(id).toArray()),
  )
}
