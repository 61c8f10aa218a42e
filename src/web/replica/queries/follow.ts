import { Dexie, type DBCoreIndex, type Table } from 'dexie'

/** Dexie's `DBCoreRangeType`, which it declares and does not export. */
const equal = 1
const whole = 3

/**
 * Has the live query that runs now, if any, run again for any change of a table; the device is asked nothing. Call
 * it in a transaction over the table.
 */
export async function followAll(table: Table): Promise<void> {
  const { MIN_KEY: lower, MAX_KEY: upper } = table.db.core
  await askNothing(table, table.core.schema.primaryKey, { type: whole, lower, upper })
}

/**
 * The same for changes of some keys: the primary keys of rows, or what an index is over. What is deleted by its
 * primary key is told by that alone.
 */
export async function followKeys(
  table: Table,
  keys: readonly (string | number)[],
  indexName?: string,
): Promise<void> {
  const { primaryKey, indexes } = table.core.schema
  const index =
    indexName === undefined ? primaryKey : indexes.find(({ name }) => name === indexName)
  if (index === undefined) throw new Error(`${table.name} has no index ${indexName}`)
  await Promise.all(
    keys.map(async (key) => askNothing(table, index, { type: equal, lower: key, upper: key })),
  )
}

interface Range {
  readonly type: number
  readonly lower: unknown
  readonly upper: unknown
}

/** A query with the limit 0: Dexie notes its range for the live query and asks the device nothing. */
async function askNothing({ core }: Table, index: DBCoreIndex, range: Range): Promise<void> {
  const { idbtrans: trans } = Dexie.currentTransaction
  await core.query({ trans, values: true, limit: 0, query: { index, range } })
}

/**
 * All rows of a small table in one request, in the order of their keys. A live query follows none of them. Call
 * it in a transaction over the table.
 */
export async function readUnfollowed<Row>({ name }: Pick<Table, 'name'>): Promise<readonly Row[]> {
  const request = Dexie.currentTransaction.idbtrans.objectStore(name).getAll()
  return new Dexie.Promise<readonly Row[]>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Row[]))
    request.addEventListener('error', () => reject(request.error))
  })
}
