import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Queued } from '../copy/stored-rows.ts'
import { editForm } from '../mutations/draft-form.ts'
import { aggregateIdOf, kindOf } from '../mutations/registry.ts'
import { queuedOf } from './outbox.ts'

/**
 * Gives an insert another id, because its own belongs to a row this person cannot read (decision
 * 0011), and renames it in everything that waits behind the insert. Stored before anything is sent
 * under the new id, so a crash or a second tab sends it once. Does nothing when another tab has
 * stored a result for the insert.
 *
 * @param me whose outbox it is
 */
export async function giveNewId(
  database: ReplicaDatabase,
  { seq }: Queued,
  newId: string,
  me: PartnerId,
): Promise<void> {
  const { outbox, deletions, knownIds, drafts } = database
  await database.transaction('rw', outbox, deletions, knownIds, drafts, async () => {
    const insert = await outbox.get(seq)
    const oldId = insert && kindOf(insert.mutation).insertedId?.(insert.mutation)
    if (insert === undefined || oldId === undefined) return
    for (const queued of await queuedOf(database, insert.aggregateId)) {
      const mutation = kindOf(queued.mutation).withId(
        queued.mutation,
        { from: oldId, to: newId },
        me,
      )
      await outbox.put({ ...queued, mutation, aggregateId: aggregateIdOf(mutation) })
    }
    if (kindOf(insert.mutation).table === 'entries')
      await renameEntry(database, oldId as EntryId, newId as EntryId)
  })
}

async function renameEntry(
  { deletions, knownIds, drafts }: ReplicaDatabase,
  from: EntryId,
  to: EntryId,
): Promise<void> {
  // A special day or a draft that asks for the old id finds its entry in this one.
  await knownIds.put({ id: from })
  await drafts
    .where('form')
    .equals(editForm(from))
    .modify({ form: editForm(to) })
  const waiting = await deletions.get(from)
  if (waiting === undefined) return
  await deletions.delete(from)
  await deletions.put({ ...waiting, entryId: to })
}
