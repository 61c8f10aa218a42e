import { Dexie } from 'dexie'

import type { EntryId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { DirectSender } from './sender.ts'
import { subjectOf, type Operation, type Queued } from '../mutations/operation.ts'

/**
 * Puts an operation at the end of the outbox; call it inside a transaction over `outbox`. Where
 * nothing stands before it and the sender is free, it is stored as handed to the network and goes
 * there as soon as the transaction is durable, without being read again.
 *
 * @param replaced an earlier operation that has no effect left once this one is carried out: it
 *   goes where it was set aside, because then nothing is known to be on its way any more
 */
export async function enqueue(
  { database, sender }: { readonly database: ReplicaDatabase; readonly sender: SenderNow },
  operation: Operation,
  replaced?: Queued,
): Promise<void> {
  if (replaced?.trouble?.kind === 'set-aside') await database.outbox.delete(replaced.seq)
  const direct = sender()
  const goesAtOnce = direct?.isFree() === true && (await database.outbox.count()) === 0
  const attempted = goesAtOnce ? 1 : 0
  const queued = { subject: subjectOf(operation), attempted, operation } as const
  const seq = await database.outbox.add(queued)
  if (goesAtOnce) Dexie.currentTransaction.on('complete', () => direct.handOver({ ...queued, seq }))
}

/** This tab's sender; `undefined` while the copy is opening. */
export type SenderNow = () => DirectSender | undefined

/** The pending operations about one row, in the order of sending. */
export async function pendingFor(database: ReplicaDatabase, subject: string): Promise<Queued[]> {
  return database.outbox.where('subject').equals(subject).sortBy('seq')
}

/** Narrows a queued operation by its action. */
export function isAction<Action extends Operation['action']>(
  queued: Queued,
  action: Action,
): queued is Queued<Extract<Operation, { action: Action }>> {
  return queued.operation.action === action
}

/**
 * Moves deletions whose time to undo is over into the outbox (D11). An entry that has never been
 * handed to the network just disappears with everything queued for it: what was written and
 * deleted offline never shows up at the partner's. An automatic entry is sent and deleted all
 * the same, because its removal is what keeps other devices from writing it again (D13). Where the
 * first of its operations was set aside, the deletion takes the place of all of them.
 *
 * @param until milliseconds of the device's clock; deletions due by then are moved
 */
export async function releaseDeletions(database: ReplicaDatabase, until: number): Promise<void> {
  await database.transaction('rw', database.deletions, database.outbox, async () => {
    const due = await database.deletions.where('due').belowOrEqual(until).toArray()
    for (const { entryId } of due) {
      await database.deletions.delete(entryId)
      await releaseDeletion(database, entryId)
    }
  })
}

async function releaseDeletion(database: ReplicaDatabase, entryId: EntryId): Promise<void> {
  const pending = await pendingFor(database, entryId)
  const create = pending.find((queued) => isAction(queued, 'create-entry'))
  if (create?.attempted === 0 && !isAutomatic(create))
    return database.outbox.bulkDelete(pending.map((queued) => queued.seq))
  if (pending[0]?.trouble?.kind === 'set-aside' && !isAutomatic(create))
    await database.outbox.bulkDelete(pending.map((queued) => queued.seq))
  else if (pending.some((queued) => isAction(queued, 'delete-entry'))) return
  await enqueue({ database, sender: () => undefined }, { action: 'delete-entry', entryId })
}

function isAutomatic(create: Queued | undefined): boolean {
  return create !== undefined && isAction(create, 'create-entry') && create.operation.automatic
}
