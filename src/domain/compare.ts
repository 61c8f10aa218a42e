/** Compares two texts of which string order is the wanted order, as `sort` takes it: the smaller one first. */
export function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
