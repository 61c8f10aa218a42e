import { applyRows, bury, forEver, mirrorScope } from '../copy/apply-rows.ts'
import type { Instant, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { noVersion, type Queued } from '../mutations/operation.ts'
import type { AnsweredRow, Gone, Outcome } from '../mutations/send-result.ts'
import { sameText } from './entry-writes.ts'
import { isAction, pendingFor } from './outbox.ts'
import { refuse } from './record-refusal.ts'
import { nextOf, noteOvertaking } from './trouble.ts'

/**
 * Marks the operation that is to be sent next as handed to the network and returns it as it is
 * then. From here on nothing alters it or takes it back.
 */
export async function takeNext(database: ReplicaDatabase): Promise<Queued | undefined> {
  const first = await next(database)
  // Only what is still to be marked needs a transaction that waits for the screens' reads.
  if (first === undefined || first.attempted === 1) return first
  return database.transaction('rw', database.outbox, async () => {
    const found = await next(database)
    if (found === undefined || found.attempted === 1) return found
    const taken: Queued = { ...found, attempted: 1 }
    await database.outbox.put(taken)
    return taken
  })
}

async function next({ outbox }: ReplicaDatabase): Promise<Queued | undefined> {
  const first = await outbox.orderBy('seq').first()
  if (first?.trouble === undefined) return first
  return nextOf(await outbox.orderBy('seq').toArray())
}

/**
 * Stores an answer: the row that came back, the end of the operation and, for a refusal, message
 * and kept text, in one transaction. So the screen goes from "row plus operation" to "new row"
 * without a state between. Does nothing when another tab has settled the operation meanwhile.
 */
export async function settle(
  database: ReplicaDatabase,
  queued: Queued,
  outcome: Extract<Outcome, { kind: 'done' | 'refused' }>,
  me: PartnerId,
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
    if (outcome.gone !== undefined) await takeAway(database, outcome.gone, me)
    await rebase(database, queued, outcome.answer)
    await noteOvertaking(database)
  })
}

async function store(database: ReplicaDatabase, answer: AnsweredRow): Promise<void> {
  await applyRows(database, answer.table, [answer.row])
}

interface HeldRow {
  readonly updatedAt: Instant
  readonly userId: PartnerId
}

/**
 * The time of the removal is not known here, only that it is later than the row held: its own
 * version is enough to keep echoes of the row from bringing it back. A personal quote never comes
 * back at all, also where its row has not arrived here yet.
 */
async function takeAway(
  database: ReplicaDatabase,
  { table, ids }: Gone,
  me: PartnerId,
): Promise<void> {
  if (table === 'removals' || table === 'profiles' || table === 'last_looks') return
  for (const rowId of ids) {
    const held = await database.table<HeldRow, string>(table).get(rowId)
    // A derived id may belong to the partner's row, which is not gone (D15, amended).
    if (held !== undefined && table !== 'entries' && held.userId !== me) continue
    const removedAt = table === 'custom_quotes' ? forEver : held?.updatedAt
    if (removedAt !== undefined) await bury(database, { table, rowId, removedAt })
  }
}

/**
 * An edit queued while this one was under way is based on the version that came back, unless that
 * has another text already: then it must not overwrite it.
 */
async function rebase(
  database: ReplicaDatabase,
  queued: Queued,
  answer: AnsweredRow | undefined,
): Promise<void> {
  if (isAction(queued, 'create-entry') && queued.operation.automatic)
    await database.knownIds.put({ id: queued.operation.entryId })
  if (!isAction(queued, 'create-entry') && !isAction(queued, 'edit-entry')) return
  if (answer?.table !== 'entries') return
  const { row } = answer
  const baseVersion = sameText(row, queued.operation.edit) ? row.editVersion : noVersion
  for (const next of await pendingFor(database, queued.subject))
    if (isAction(next, 'edit-entry') && next.operation.baseVersion === undefined)
      await database.outbox.put({ ...next, operation: { ...next.operation, baseVersion } })
}
