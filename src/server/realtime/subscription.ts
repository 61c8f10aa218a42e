import { isUuid } from '../../domain/ids.ts'
import type { Catalogue, Table } from './catalogue.ts'
import { parseFilter, type Condition } from './filter.ts'
import type { AccessTokenClaims } from '../accounts/access-token.ts'
import type { Binding } from './join.ts'
import type { Located, VisibleChange } from './visible-changes.ts'

/** A binding that is served: its table is published, its filter understood. */
export interface ActiveBinding {
  readonly id: number
  readonly event: Binding['requested']['event']
  readonly schema: string
  readonly table: string
  readonly condition: Condition | null
}

/** One channel as the delivery sees it. */
export interface Subscription {
  /** The person it acts for now; `null` is `anon`, who gets nothing. */
  claims(): AccessTokenClaims | null
  readonly bindings: readonly ActiveBinding[]
  deliver(visible: VisibleChange, bindingIds: readonly number[]): void
  /** Tells the client to pull. */
  resync(): void
}

/**
 * The bindings of a join with their filters parsed. As on a hosted project one binding that cannot
 * be served leaves the whole channel without changes; the answer is then the message that says so.
 */
export function activate(
  bindings: readonly Binding[],
  catalogue: Catalogue,
): readonly ActiveBinding[] | string {
  const active: ActiveBinding[] = []
  for (const { id, requested } of bindings) {
    const { event, schema, table, filter = '', select } = requested
    const found = catalogue.find(schema, table)
    if (found === undefined || select !== undefined) return refusal(requested)
    const condition = parseFilter(filter)
    if (filter.trim() !== '' && !isServed(condition, found)) return refusal(requested)
    active.push({ id, event, schema, table, condition })
  }
  return active
}

/** Whether the column is there and its values are equal exactly if their texts are. */
function isServed(condition: Condition | null, { columns }: Table): boolean {
  const type = columns.find(({ name }) => name === condition?.column)?.type
  return type === 'text' || (type === 'uuid' && condition !== null && isUuid(condition.value))
}

/** In a hosted project's words. */
const refusal = ({ event, schema, table, filter = '' }: Binding['requested']): string =>
  `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: ${filter}]`

/** Whether a binding asks for this kind of change of this table; its filter is not asked. */
export function concerns(binding: ActiveBinding, { table, change }: Located): boolean {
  const { event, schema } = binding
  const isOfTable = schema === table.schema && binding.table === table.name
  return isOfTable && (event === '*' || event === change.type)
}

/**
 * Whether a binding takes a change, by the row that the person's own select returned. A deleted row has
 * only its key left, so a filter on anything else cannot match it (as hosted).
 */
export function takes(binding: ActiveBinding, visible: VisibleChange): boolean {
  if (!concerns(binding, visible)) return false
  const { condition } = binding
  const { change, row, table } = visible
  if (condition === null) return true
  return (row ?? { [table.key.name]: change.key })[condition.column] === condition.value
}
