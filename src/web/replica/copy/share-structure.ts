/**
 * `next` with every part that equals its counterpart in `previous` replaced by that: where all is
 * equal, `previous` itself. So an unchanged entry keeps its identity from one query to the next, and
 * React's `memo` needs no comparator. For JSON-like values; objects of a class are compared by identity.
 */
export function shareStructure<Value>(previous: unknown, next: Value): Value {
  if (Object.is(previous, next)) return next
  if (Array.isArray(previous) && Array.isArray(next)) return sharedArray(previous, next) as Value
  if (isRecord(previous) && isRecord(next)) return sharedRecord(previous, next) as Value
  return next
}

/** True for values of the same content. */
export function isEqual(one: unknown, other: unknown): boolean {
  return Object.is(shareStructure(one, other), one)
}

/** Elements with an id have their counterpart wherever it was in the list, others at their index. */
function sharedArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(
    previous.flatMap((value) => (hasId(value) ? [[value['id'], value] as const] : [])),
  )
  const shared = next.map((value, index) =>
    shareStructure(hasId(value) ? byId.get(value['id']) : previous[index], value),
  )
  const isSame =
    previous.length === next.length &&
    shared.every((value, index) => Object.is(value, previous[index]))
  return isSame ? previous : shared
}

function sharedRecord(previous: Fields, next: Fields): Fields {
  const entries = Object.entries(next)
  const shared = entries.map(([key, value]) => [key, shareStructure(previous[key], value)] as const)
  const isSame =
    Object.keys(previous).length === entries.length &&
    shared.every(([key, value]) => Object.hasOwn(previous, key) && Object.is(value, previous[key]))
  return isSame ? previous : Object.fromEntries(shared)
}

function hasId(value: unknown): value is Fields {
  return isRecord(value) && typeof value['id'] === 'string'
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
