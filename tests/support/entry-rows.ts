import { randomUUID } from 'node:crypto'
import { type TestDatabase } from './cluster.ts'
import { asPerson } from './database.ts'
import { assignments, rowValues } from './sql.ts'

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

export type EntryFields = Record<string, string | boolean | Date | null>

export interface EntryRemoval {
  kind: string
  readers: string[]
  newer: boolean
}

/** Writes and reads entries as a person would, straight in SQL. */
export function entryRows(db: TestDatabase) {
  return {
    async insert(person: string, given: EntryFields = {}): Promise<EntryRow> {
      const row = {
        id: randomUUID(),
        user_id: person,
        category: 'gedanken',
        content: 'Text',
        ...given,
      }
      const [made] = await asPerson(
        db.sql,
        person,
        (sql) => sql<EntryRow[]>`insert into entries ${rowValues(row)} returning *`,
      )
      if (made === undefined) throw new Error('nothing was inserted')
      return made
    },

    async update(person: string, id: string, given: EntryFields): Promise<EntryRow[]> {
      return asPerson(
        db.sql,
        person,
        (sql) =>
          sql<EntryRow[]>`update entries set ${assignments(given)} where id = ${id} returning *`,
      )
    },

    async remove(person: string, id: string): Promise<number> {
      const removed = await asPerson(
        db.sql,
        person,
        (sql) => sql`delete from entries where id = ${id} returning id`,
      )
      return removed.length
    },

    /** The removals of a row in order; `newer` compares with a version of it, to the microsecond. */
    async removals(id: string, than = '1970-01-01'): Promise<EntryRemoval[]> {
      return db.sql<EntryRemoval[]>`
        select kind, readers, removed_at > ${than}::text::timestamptz as newer
        from removals where row_id = ${id} order by removed_at`
    },

    async updatedAt(id: string): Promise<string> {
      const [row] = await db.sql<{ at: string }[]>`
        select updated_at::text as at from entries where id = ${id}`
      return row?.at ?? ''
    },
  }
}

/** A moment this many minutes from now. */
export function minutesFromNow(count: number): Date {
  return new Date(Date.now() + count * 60_000)
}
