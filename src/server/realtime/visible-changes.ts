import type { Table } from './catalogue.ts'
import type { Change } from './replication.ts'
import { deletionsFor } from './delete-audience.ts'
import type { AccessClaims } from './identity.ts'
import type { RowReader } from './row-reader.ts'
import type { VisibleChange } from './subscription.ts'

/** A change with its table. */
export interface Located {
  readonly table: Table
  readonly change: Change
}

/** The batch as the person's own selects and removals show it, in its order. */
export async function whatPersonMaySee(
  claims: AccessClaims,
  batch: readonly Located[],
  reader: RowReader,
): Promise<VisibleChange[]> {
  const visible = new Map<Located, VisibleChange>()
  // Two people's rows may have the same id: a select by it would find one's own and tell of the other's.
  const mine = batch.filter(({ change: { owner } }) => owner === undefined || owner === claims.sub)
  for (const table of new Set(mine.map((located) => located.table))) {
    const ofTable = mine.filter((located) => located.table === table)
    const written = ofTable.filter(({ change }) => change.type !== 'DELETE')
    const deleted = ofTable.filter(({ change }) => change.type === 'DELETE')
    if (written.length > 0) {
      const rows = await reader.select(claims, table, keysOf(written))
      for (const located of written) {
        const row = rows.get(located.change.key)
        if (row !== undefined) visible.set(located, { ...located, row })
      }
    }
    if (deleted.length > 0) {
      const known = await deletionsFor(claims.sub, table, keysOf(deleted), reader)
      for (const located of deleted) {
        if (known.has(located.change.key)) visible.set(located, { ...located, row: null })
      }
    }
  }
  return batch.flatMap((located) => visible.get(located) ?? [])
}

const keysOf = (located: readonly Located[]): string[] => [
  ...new Set(located.map(({ change }) => change.key)),
]
