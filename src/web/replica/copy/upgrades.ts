import type { Table } from 'dexie'
import { v4 } from 'uuid'

import type { DraftForm } from '../mutations/draft-form.ts'
import { aggregateIdOf, type Mutation } from '../mutations/registry.ts'
import type { Draft, InFlight, Progress, Queued } from './stored-rows.ts'

/** A draft as version 0.1.0 kept it: `create:ideen`, `edit:<id>`, `custom-quote`, `custom-quote:2`. */
interface OldDraft {
  readonly key: string
  readonly value: unknown
}

/**
 * Version 2: drafts have keys of their own. Of several under one old name, the one without a number
 * was being typed and the others had come back after it, in the order of their numbers.
 */
export async function takeOverDrafts(table: Table<OldDraft | Draft, string>): Promise<void> {
  const old = await table.toArray()
  const inOrder = old.toSorted((one, other) => placeOf(one.key) - placeOf(other.key))
  await table.clear()
  await table.bulkAdd(
    inOrder.map(({ key, value }, index) => ({
      key: v4(),
      form: formOf(key),
      order: index + 1,
      owner: undefined,
      value,
    })),
  )
}

function placeOf(key: string): number {
  return Number(/:(\d{1,6})$/.exec(key)?.[1] ?? 1)
}

function formOf(key: string): DraftForm {
  if (key.startsWith('create:')) return 'new-entry'
  if (key.startsWith('edit:')) return `edit:${key.split(':')[1] ?? ''}`
  return 'custom-quote'
}

/** A queued mutation before version 3, which marked in the row what had been handed to the network. */
interface OldQueued extends Pick<Queued, 'seq' | 'trouble'> {
  readonly attempted: 0 | 1
  readonly operation: Mutation
}

/** Version 3: the marks of what is in flight move into a table of their own. */
export async function takeOverOutbox(
  outbox: Table<OldQueued | Queued, number>,
  inFlight: Table<InFlight, string>,
): Promise<void> {
  for (const queued of await outbox.toArray()) {
    if (!('operation' in queued)) continue
    const { seq, attempted, operation: mutation, trouble } = queued
    const id = v4()
    const kept = { seq, id, aggregateId: aggregateIdOf(mutation), mutation }
    await outbox.put(trouble === undefined ? kept : { ...kept, trouble })
    if (attempted === 1) await inFlight.put({ id })
  }
}

/** How far a table had been read before version 3. */
type OldProgress = Pick<Progress, 'table' | 'cursor'> & {
  readonly older: Progress['backfillCursor']
}

/** Version 3: the backfill's cursor has its name. */
export async function takeOverProgress(
  table: Table<OldProgress | Progress, string>,
): Promise<void> {
  for (const progress of await table.toArray()) {
    if ('backfillCursor' in progress) continue
    const { table: name, cursor, older: backfillCursor } = progress
    await table.put({ table: name, cursor, backfillCursor })
  }
}
