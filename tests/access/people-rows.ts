import { expect } from 'vitest'
import type { SignedIn } from '../support/server.ts'
import { author } from '../support/signed-in.ts'

/* Rows as people write them, each of which the server takes. */

type Row = Readonly<Record<string, unknown>>

/** Writes a row of this person; returns its id. */
export async function insert(person: SignedIn, table: string, row: Row): Promise<string> {
  const whole = { id: crypto.randomUUID(), user_id: person.id, ...row }
  expect((await person.rest.from(table).insert(whole)).error).toBeNull()
  return whole.id
}

/** Writes an entry, of the author where no one is named. */
export const write = async (row: Row = {}, person = author): Promise<string> =>
  insert(person, 'entries', { category: 'gedanken', content: 'Text', ...row })

/** Changes an entry of the author. */
export const change = async (id: string, row: Row) =>
  author.rest.from('entries').update(row).eq('id', id).select('id')

export const hide = async (id: string, isPrivate: boolean) => change(id, { is_private: isPrivate })

/** The removals of a row that a person sees. */
export const removalsOf = async (person: SignedIn, table: string, id: string) =>
  (await person.rest.from('removals').select('kind').match({ row_id: id, table_name: table })).data
