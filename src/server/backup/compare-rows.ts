import type { Queries } from '../database/pool.ts'
import { rowsOf, tablesOf } from './snapshot.ts'

/** The restored rows differ from the original ones. The message names the table, never a row. */
export class BackupDiffers extends Error {
  override readonly name = 'BackupDiffers'
}

/**
 * Compares every row of every table of a backup, as JSON text, between the snapshot it was taken
 * from and the database it was restored into, a few rows at a time. Throws `BackupDiffers`.
 */
export async function compareRows(snapshot: Queries, restored: Queries): Promise<void> {
  for (const { table, columns } of await tablesOf(snapshot)) {
    const found = rowsOf(restored, table, columns)
    for await (const rows of rowsOf(snapshot, table, columns)) {
      const { value, done } = await found.next()
      const isSame =
        done !== true &&
        value.length === rows.length &&
        rows.every(({ row }, at) => row === value[at]?.row)
      if (!isSame) throw new BackupDiffers(`The rows of ${table.name} differ after a restore`)
    }
    if ((await found.next()).done !== true)
      throw new BackupDiffers(`${table.name} has more rows after a restore`)
  }
}
