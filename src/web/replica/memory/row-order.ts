/** A comparison as `sort` takes it: negative where `one` stands before `other`. */
export type Order<Key> = (one: Key, other: Key) => number

/** The place of a row with this key, or the one at which it would be inserted, in ordered rows. */
export function placeIn<Key>(rows: readonly Key[], key: Key, order: Order<Key>): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && order(row, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** One row before and after a change; undefined where it is not shown. */
export interface ShownChange<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/**
 * The held values of some ordered rows, after some of them have changed; the identical array if each is still there
 * and in its place.
 *
 * @param heldOf undefined for a row that is not among them
 */
export function heldAfter<Row, Held extends { readonly id: string }>(
  held: readonly Held[],
  changes: readonly ShownChange<Row>[],
  heldOf: (row: Row) => Held | undefined,
  order: Order<Held>,
): readonly Held[] {
  const moved: ShownChange<Held>[] = []
  for (const change of changes) {
    const before = change.before && heldOf(change.before)
    const after = change.after && heldOf(change.after)
    const isSame =
      before === undefined || after === undefined ? before === after : order(before, after) === 0
    if (!isSame) moved.push({ before, after })
  }
  if (moved.length === 0) return held
  return moved.length < many ? oneByOne(held, moved, order) : allAtOnce(held, moved, order)
}

/** From this many changes on, one pass over all rows is faster than a search for each. */
const many = 32

/** Ordered rows after some changes; the array that was given stays as it is. */
function oneByOne<Row>(
  rows: readonly Row[],
  changes: readonly ShownChange<Row>[],
  order: Order<Row>,
): readonly Row[] {
  const next = [...rows]
  for (const { before, after } of changes) {
    if (before !== undefined) next.splice(placeIn(next, before, order), 1)
    if (after !== undefined) next.splice(placeIn(next, after, order), 0, after)
  }
  return next
}

function allAtOnce<Row extends { readonly id: string }>(
  rows: readonly Row[],
  changes: readonly ShownChange<Row>[],
  order: Order<Row>,
): readonly Row[] {
  const changed = new Set(changes.flatMap(({ before }) => before?.id ?? []))
  const unchanged = changed.size === 0 ? rows : rows.filter(({ id }) => !changed.has(id))
  // A sort of both would compare all rows: several times as long while a large copy is read.
  const next: Row[] = []
  let taken = 0
  const takeUntil = (place: number) => {
    for (const row of unchanged.slice(taken, place)) next.push(row)
    taken = place
  }
  for (const row of changes.flatMap(({ after }) => after ?? []).sort(order)) {
    takeUntil(placeIn(unchanged, row, order))
    next.push(row)
  }
  takeUntil(unchanged.length)
  return next
}

/** True where both hold the identical rows in the same order. */
export function isSameRows<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index])
}

/**
 * True where two rows hold the same values, in any order of their fields; `leftOut` is a field that makes no difference.
 * An undefined field is the same as a missing one.
 */
export function isSameRow(one: unknown, other: unknown, leftOut?: string): boolean {
  if (!isRecord(one) || !isRecord(other) || one === other) return one === other
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...fields].every((field) => field === leftOut || isSameRow(one[field], other[field]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
