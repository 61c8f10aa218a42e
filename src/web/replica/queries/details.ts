import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { heldReactions, type EntryWithReactions } from './held-reactions.ts'
import { byCreation, readMutations, type Names, type Pending } from './pending.ts'
import type { ShownEntry, StoredReactions } from './shown.ts'

interface Reader {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  /** Given where they need not be read any more. */
  readonly stored?: StoredReactions | undefined
}

/**
 * Joins names, reactions and the pending mark to entries. Call it in `inReadTransaction`, in a live query that
 * follows all reactions.
 */
export async function joinDetails(
  { database, me, stored }: Reader,
  entries: readonly Entry[],
  pending: Pending,
  names: Names,
): Promise<readonly ShownEntry[]> {
  const read =
    stored === undefined
      ? await heldReactions(database).read(entries)
      : entries.map((entry) => ({ entry, reactions: stored.get(entry.id) ?? [] }))
  return read.map((one) => shownEntry(one, pending, names, me))
}

/** The entry as a card shows it. */
export function shownEntry(
  { entry, reactions }: EntryWithReactions,
  { byAggregate }: Pending,
  names: Names,
  me: PartnerId,
): ShownEntry {
  const mutations = byAggregate.get(entry.id) ?? []
  const shown = optimistic('reactions', reactions, mutations, me)
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
}

/**
 * Every reaction in one request: a request for each entry costs more memory than it reads. With those on
 * their way, which may be stored and no longer pending when an entry is read later.
 */
export async function readAllReactions(
  database: ReplicaDatabase,
  me: PartnerId,
): Promise<StoredReactions> {
  const { reactions, outbox } = database
  const all = await database.transaction('r', reactions, outbox, async () => {
    const rows = await reactions.toArray()
    const mutations = await readMutations(database, ['add-reaction', 'remove-reaction'])
    return optimistic('reactions', rows, mutations, me)
  })
  const found = new Map<EntryId, Reaction[]>()
  for (const reaction of all) {
    const others = found.get(reaction.entryId)
    if (others === undefined) found.set(reaction.entryId, [reaction])
    else others.push(reaction)
  }
  return found
}
