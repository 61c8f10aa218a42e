import type { VisibleChange } from './visible-changes.ts'

/**
 * The payload of a `postgres_changes` event in the hosted form. `old_record` carries the primary key
 * only, as hosted does under row level security; the client converts values by `columns`.
 */
export function changeMessage(
  { table, change, row }: VisibleChange,
  ids: readonly number[],
): Readonly<Record<string, unknown>> {
  return {
    ids,
    data: {
      schema: table.schema,
      table: table.name,
      type: change.type,
      commit_timestamp: change.at,
      columns: table.columns.map(({ name, type }) => ({ name, type })),
      ...(row === null ? {} : { record: row }),
      ...(change.type === 'INSERT' ? {} : { old_record: { [table.key.name]: change.key } }),
      errors: null,
    },
  }
}
