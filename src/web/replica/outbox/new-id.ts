import type {
  CustomQuoteId,
  EntryId,
  PartnerId,
  QuoteLikeId,
  ReactionId,
} from '../../../domain/ids.ts'
import { reactionId } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { editForm } from '../copy/draft-rows.ts'
import type { Operation, Queued } from '../mutations/operation.ts'
import { isAction, pendingFor } from './outbox.ts'

/**
 * Gives an insert another id, because its own is taken by a row this person cannot read (D13, D15,
 * amended), together with everything that waits behind it. Stored before anything is sent under the
 * new id, so a crash or a second tab sends it once. Does nothing when another tab has settled it.
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
    if (insert === undefined) return
    const oldId = insertedId(insert.operation)
    const behind = await pendingFor(database, insert.subject)
    // An entry and a quote are what their operations are about; a reaction and a like are not.
    const subject = insert.subject === oldId ? newId : insert.subject
    for (const queued of behind)
      await outbox.put({
        ...queued,
        subject,
        operation: renamed(queued.operation, oldId, newId, me),
      })
    if (!isAction(insert, 'create-entry')) return
    const { entryId } = insert.operation
    // Whoever asks for the old id, a special day or a draft, has its entry in this one.
    await knownIds.put({ id: entryId })
    await drafts
      .where('form')
      .equals(editForm(entryId))
      .modify({ form: editForm(newId as EntryId) })
    const waiting = await deletions.get(entryId)
    if (waiting === undefined) return
    await deletions.delete(entryId)
    await deletions.put({ ...waiting, entryId: newId as EntryId })
  })
}

function insertedId(operation: Operation): string | undefined {
  if (operation.action === 'create-entry') return operation.entryId
  if (operation.action === 'add-reaction') return operation.reactionId
  if (operation.action === 'like-quote') return operation.likeId
  return operation.action === 'add-custom-quote' ? operation.quoteId : undefined
}

/** The operation about the row's new id; a new entry's reactions get the ids derived from it. */
function renamed(
  operation: Operation,
  oldId: string | undefined,
  newId: string,
  me: PartnerId,
): Operation {
  if ('entryId' in operation && operation.entryId === oldId) {
    const entryId = newId as EntryId
    return 'emoji' in operation
      ? { ...operation, entryId, reactionId: reactionId(entryId, me, operation.emoji) }
      : { ...operation, entryId }
  }
  if ('reactionId' in operation && operation.reactionId === oldId)
    return { ...operation, reactionId: newId as ReactionId }
  if ('likeId' in operation && operation.likeId === oldId)
    return { ...operation, likeId: newId as QuoteLikeId }
  if ('quoteId' in operation && operation.quoteId === oldId)
    return { ...operation, quoteId: newId as CustomQuoteId }
  return operation
}
