import { Dexie, RangeSet, type ObservabilitySet, type Table } from 'dexie'

/** The zone of the running live query, as Dexie's own reads find it; the type leaves it out. */
interface Zone {
  readonly PSD: { readonly subscr?: ObservabilitySet }
}

/**
 * Has the live query that runs now, if any, run again for any change of a table, as if it had read all of it. Dexie
 * notes what a query follows by what it reads; what is noted here costs no request
 * (docs/decisions/0047-live-queries-follow-what-they-show.md).
 */
export function followAll(table: Table): void {
  const { MIN_KEY, MAX_KEY } = table.db.core
  noted(table, '')?.add(new RangeSet(MIN_KEY, MAX_KEY))
}

/**
 * The same for changes of some keys: the primary keys of rows, or what an index is over. What is deleted by its
 * primary key is told by that alone.
 */
export function followKeys(table: Table, keys: readonly (string | number)[], index = ''): void {
  noted(table, index)?.addKeys([...keys])
}

function noted({ db, name }: Table, index: string): RangeSet | undefined {
  const { subscr } = (Dexie.Promise as unknown as Zone).PSD
  if (subscr === undefined) return undefined
  const part = `idb://${db.name}/${name}/${index}`
  const ranges = (subscr[part] ?? new RangeSet()) as RangeSet
  subscr[part] = ranges
  return ranges
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
