import { keyFields } from '../../../domain/table-schemas.ts'
import type { Fields } from '../../backend/calls.ts'
import type { MutableTable } from './kind.ts'

/** True where a row's key is the id under which it is stored. */
export function isKeyedById(table: MutableTable): boolean {
  return keyFields[table].length === 1
}

/**
 * The key by which a mutation means a row: of a row, or of what has the fields of its key. For reactions, likes and marks
 * this is not the id: the server's row can have another id than the one derived here (D15, decision 0011).
 */
export function rowKey<Table extends MutableTable>(table: Table, row: Fields<Table>): string {
  const fields: Readonly<Record<string, unknown>> = row
  const values = keyFields[table].map((field) => fields[field])
  return values.length === 1 ? String(values[0]) : JSON.stringify(values)
}
