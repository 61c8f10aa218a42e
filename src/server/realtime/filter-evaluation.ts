import { isFilterFault, type Row, type RowReader } from './row-reader.ts'
import {
  listensTo,
  type ActiveBinding,
  type Subscription,
  type VisibleChange,
} from './subscription.ts'

/** Which changes pass which filters. */
export interface FilterResults {
  passes(active: ActiveBinding, visible: VisibleChange): boolean
}

/**
 * Evaluates every distinct filter once over the rows it may concern, as the person's own select
 * returned them, in PostgreSQL, so that types compare as they do on REST. A filter that does not fit
 * its table any more ends its channel's subscription; the others go on. Rejects when the database
 * does not answer in time.
 */
export async function evaluateFilters(
  subscriptions: readonly Subscription[],
  visible: readonly VisibleChange[],
  reader: RowReader,
): Promise<FilterResults> {
  const passed = new Map<string, ReadonlySet<VisibleChange>>()
  const failed = new Set<string>()
  for (const subscription of subscriptions) {
    for (const active of subscription.bindings) {
      if (active.conditions.length === 0 || passed.has(keyOf(active))) continue
      if (failed.has(keyOf(active))) {
        subscription.fail()
        break
      }
      const concerned = visible.filter(
        (change) => listensTo(active, change.table) && isFilterable(active, change),
      )
      try {
        passed.set(keyOf(active), await passing(active, concerned, reader))
      } catch (error) {
        if (!isFilterFault(error)) throw error
        failed.add(keyOf(active))
        subscription.fail()
        break
      }
    }
  }
  return {
    passes: (active, change) =>
      active.conditions.length === 0 || passed.get(keyOf(active))?.has(change) === true,
  }
}

const keyOf = ({ binding }: ActiveBinding): string =>
  JSON.stringify([binding.schema, binding.table, binding.filter])

/** A deleted row has only its key left, so a filter on anything else cannot match it (as hosted). */
function isFilterable({ conditions }: ActiveBinding, { row, table }: VisibleChange): boolean {
  return row !== null || conditions.every(({ column }) => column === table.key.name)
}

async function passing(
  { conditions }: ActiveBinding,
  changes: readonly VisibleChange[],
  reader: RowReader,
): Promise<ReadonlySet<VisibleChange>> {
  const table = changes[0]?.table
  if (table === undefined) return new Set()
  const rows = changes.map(({ row, change }): Row => row ?? { [table.key.name]: change.key })
  const verdicts = await reader.passing(table, conditions, rows)
  return new Set(changes.filter((_, index) => verdicts[index] === true))
}
