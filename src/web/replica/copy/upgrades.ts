import type { Table } from 'dexie'
import { v4 } from 'uuid'

import type { Draft, DraftForm } from './database.ts'

/** A draft as version 0.1.0 kept it: `create:ideen`, `edit:<id>`, `custom-quote`, `custom-quote:2`. */
interface OldDraft {
  readonly key: string
  readonly value: unknown
}

/**
 * Turns the drafts of 0.1.0 into today's. Of several under one name, the one without a number was
 * being typed and the others had come back after it, in the order of their numbers.
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
