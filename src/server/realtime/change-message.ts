import type { Binding } from './join.ts'
import type { ActiveBinding, VisibleChange } from './subscription.ts'

/**
 * The payload of a `postgres_changes` event in the hosted form. `old_record` carries the primary key
 * only, as hosted does under row level security; the client converts values by `columns`.
 */
export function changeMessage(
  { table, change, row }: VisibleChange,
  ids: readonly number[],
  select: Binding['select'],
): Readonly<Record<string, unknown>> {
  const columns = table.columns.filter(
    ({ name }) => select === null || name === table.key.name || select.includes(name),
  )
  const names = new Set(columns.map(({ name }) => name))
  const record = row && Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
  return {
    ids,
    data: {
      schema: table.schema,
      table: table.name,
      type: change.type,
      commit_timestamp: change.at,
      columns: columns.map(({ name, type }) => ({ name, type })),
      ...(record === null ? {} : { record }),
      ...(change.type === 'INSERT' ? {} : { old_record: { [table.key.name]: change.key } }),
      errors: null,
    },
  }
}

/** Bindings that pick different columns need frames of their own. */
export function groupBySelect(
  matching: readonly ActiveBinding[],
): Map<Binding['select'], number[]> {
  const groups = new Map<string, [Binding['select'], number[]]>()
  for (const { binding } of matching) {
    const key = binding.select === null ? '' : JSON.stringify(binding.select)
    const group = groups.get(key) ?? [binding.select, []]
    group[1].push(binding.id)
    groups.set(key, group)
  }
  return new Map(groups.values())
}
