import { randomUUID } from 'node:crypto'
import { assignments, rowValues } from './sql.ts'
import { db, sqlAs } from './test-database.ts'

/* Writes and reads entries as a person would, straight in SQL. */

export interface EntryRow {
  id: string
  completed_at: Date | null
  content: string
  created_at: Date
  visible_since: Date
  edit_version: number
  updated_at: Date
  [column: string]: unknown
}

type EntryFields = Record<string, string | boolean | Date | null>

export async function insertEntry(person: string, given: EntryFields = {}): Promise<EntryRow> {
  const row = { id: randomUUID(), user_id: person, category: 'gedanken', content: 'Text', ...given }
  const [made] = await sqlAs(person)<EntryRow[]>`insert into entries ${rowValues(row)} returning *`
  if (made === undefined) throw new Error('nothing was inserted')
  return made
}

export const updateEntry = async (person: string, id: string, given: EntryFields) =>
  sqlAs(person)<EntryRow[]>`update entries set ${assignments(given)} where id = ${id} returning *`

export async function removeEntry(person: string, id: string): Promise<number> {
  return (await sqlAs(person)`delete from entries where id = ${id} returning id`).length
}

/** The removals of a row in order; `newer` compares with a version of it, to the microsecond. */
export const removalsOf = async (id: string, than = '1970-01-01') =>
  db.sql<{ kind: string; readers: string[]; newer: boolean }[]>`
    select kind, readers, removed_at > ${than}::text::timestamptz as newer
    from removals where row_id = ${id} order by removed_at`

export async function updatedAt(id: string): Promise<string> {
  const [row] = await db.sql<{ at: string }[]>`
    select updated_at::text as at from entries where id = ${id}`
  return row?.at ?? ''
}

/** A moment this many minutes from now. */
export function minutesFromNow(count: number): Date {
  return new Date(Date.now() + count * 60_000)
}
