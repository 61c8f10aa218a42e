import { newId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Calls, Fields, Written } from '../../backend/calls.ts'
import { done, doneWith, failed, type DeletableTable, type SendResult } from './send-result.ts'

export interface Insert<Table extends DeletableTable> {
  readonly calls: Calls
  readonly table: Table
  readonly row: Fields<Table> & { readonly id: string }
  /** By the key that makes it unique beside its id (D15). */
  readonly readByKey?: () => Written<RowOf<Table>>
  /** True where a row that is there already is the one to be inserted. */
  readonly isSame?: (held: RowOf<Table>) => boolean
  /** Makes the id in place of one that is another person's; a random one unless given. */
  readonly newId?: () => string
}

/**
 * Inserts a row. A duplicate is success where the row that is there is this one, or where this one, which
 * only its id makes unique, was removed. Otherwise the id is another person's (D13).
 */
export async function sendInsert<Table extends DeletableTable>({
  calls,
  table,
  row,
  readByKey,
  isSame = () => true,
  newId: nextId = newId,
}: Insert<Table>): Promise<SendResult> {
  const { id } = row
  const answer = await calls.insert(table, row)
  if (answer.ok) return doneWith(table, answer.value)
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await (readByKey?.() ?? calls.read(table, { id } as Fields<Table>))
  if (!held.ok) return failed(held.code)
  if (held.value !== undefined && isSame(held.value)) return doneWith(table, held.value)
  if (held.value === undefined && readByKey === undefined) {
    const wasRemoved = await calls.wasRemoved(table, id)
    if (!wasRemoved.ok) return failed(wasRemoved.code)
    if (wasRemoved.value) return { ...done, deleted: { table, ids: [id] } }
  }
  return { kind: 'id-taken', newId: nextId() }
}
