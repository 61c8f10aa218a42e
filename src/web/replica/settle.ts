import { applyRows, bury, mirrorScope } from './apply.ts'
import type { ReplicaDatabase } from './database.ts'
import type { Queued } from './operation.ts'
import { isAction, pendingFor } from './queue.ts'
import { refuse } from './refuse.ts'
import type { AnsweredRow, Outcome } from './send.ts'

/**
 * Marks the first operation of the outbox as handed to the network and returns it as it is then.
 * From here on nothing alters it or takes it back.
 */
export async function takeNext(database: ReplicaDatabase): Promise<Queued | undefined> {
  const first = await database.outbox.orderBy('seq').first()
  // Only what is still to be marked needs a transaction that waits for the screens' reads.
  if (first === undefined || first.attempted === 1) return first
  return database.transaction('rw', database.outbox, async () => {
    const next = await database.outbox.orderBy('seq').first()
    if (next === undefined || next.attempted === 1) return next
    const taken: Queued = { ...next, attempted: 1 }
    await database.outbox.put(taken)
    return taken
  })
}

/**
 * Stores an answer: the row that came back, the end of the operation and, for a refusal, message
 * and kept text, in one transaction. So the screen goes from "row plus operation" to "new row"
 * without a state between. Does nothing when another tab has settled the operation meanwhile.
 */
export async function settle(
  database: ReplicaDatabase,
  queued: Queued,
  outcome: Exclude<Outcome, { kind: 'paused' }>,
): Promise<void> {
  const { outbox, refusals, drafts, knownIds, deletions } = database
  const scope = [...mirrorScope(database), outbox, refusals, drafts, knownIds, deletions]
  await database.transaction('rw', scope, async () => {
    if ((await outbox.get(queued.seq)) === undefined) return
    await outbox.delete(queued.seq)
    if (outcome.answer !== undefined) await store(database, outcome.answer)
    if (outcome.kind === 'refused') {
      await refuse(database, queued.operation, outcome.reason)
      if (isAction(queued, 'create-entry')) await deletions.delete(queued.operation.entryId)
      return
    }
    if (outcome.gone !== undefined) await takeAway(database, outcome.gone)
    await rebase(database, queued, outcome.answer)
  })
}

async function store(database: ReplicaDatabase, answer: AnsweredRow): Promise<void> {
  await applyRows(database, answer.table, [answer.row])
}

/**
 * The time of the removal is not known here, only that it is later than the row held: its own
 * version is enough to keep echoes of the row from bringing it back.
 */
async function takeAway(
  database: ReplicaDatabase,
  { table, id }: NonNullable<Extract<Outcome, { kind: 'done' }>['gone']>,
): Promise<void> {
  if (table === 'removals' || table === 'profiles' || table === 'last_looks') return
  const held = await database.table<{ updatedAt: string }>(table).get(id)
  if (held === undefined) return
  await bury(database, { table, rowId: id, removedAt: held.updatedAt as never })
}

/** An edit queued while this one was under way is based on the version that came back. */
async function rebase(
  database: ReplicaDatabase,
  queued: Queued,
  answer: AnsweredRow | undefined,
): Promise<void> {
  if (isAction(queued, 'create-entry') && queued.operation.automatic)
    await database.knownIds.put({ id: queued.operation.entryId })
  if (!isAction(queued, 'create-entry') && !isAction(queued, 'edit-entry')) return
  if (answer?.table !== 'entries') return
  const baseVersion = answer.row.editVersion
  for (const next of await pendingFor(database, queued.subject))
    if (isAction(next, 'edit-entry') && next.operation.baseVersion === undefined)
      await database.outbox.put({ ...next, operation: { ...next.operation, baseVersion } })
}
