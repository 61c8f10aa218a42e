import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Fields } from '../../backend/calls.ts'
import type { MutableTable } from './kind.ts'

/**
 * What makes a row of each table the one a mutation means. For reactions, likes and marks this is not the
 * id: the server's row can have another id than the one derived here (D15, decision 0011).
 */
const keyFields: { readonly [Table in MutableTable]: readonly (keyof RowOf<Table>)[] } = {
  entries: ['id'],
  reactions: ['entryId', 'userId', 'emoji'],
  replies: ['id'],
  quote_likes: ['userId', 'text', 'author'],
  custom_quotes: ['id'],
  memory_marks: ['entryId', 'userId', 'until'],
  story_links: ['id'],
  reviews: ['id'],
  last_looks: ['id'],
}

/** True where a row's key is the id under which it is stored. */
export function isKeyedById(table: MutableTable): boolean {
  return keyFields[table].length === 1
}

/** The key of a row, or of what has the fields of its key. */
export function rowKey<Table extends MutableTable>(table: Table, row: Fields<Table>): string {
  const values = keyFields[table].map((field) => row[field])
  return values.length === 1 ? String(values[0]) : JSON.stringify(values)
}
