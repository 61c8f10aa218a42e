import { Dexie, type ObservabilitySet } from 'dexie'
import type { ReplicaDatabase } from './database.ts'

/**
 * Calls `changed` with the primary keys of rows that were stored or removed, in any tab, or without
 * them where it may be any row. It reads nothing: it goes by what Dexie tells live queries. The returned function
 * ends it.
 */
export function watchTable(
  { name }: ReplicaDatabase,
  table: string,
  changed: (keys: readonly unknown[] | undefined) => void,
): () => void {
  const primaryKeys = `idb://${name}/${table}/`
  const listen = (parts: ObservabilitySet) => {
    const ranges = parts[primaryKeys] ?? parts['all']
    if (ranges !== undefined) changed(keysIn(ranges))
  }
  Dexie.on('storagemutated', listen)
  return () => Dexie.on.storagemutated.unsubscribe(listen)
}

/** A range that Dexie reports; whole trees come from other tabs as plain objects. */
type Range = ObservabilitySet[string]

function keysIn(range: Range): readonly unknown[] | undefined {
  const keys: unknown[] = []
  const rest = [range]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!('from' in node)) continue
    if (node.from !== node.to) return undefined
    keys.push(node.from)
    if (node.l) rest.push(node.l)
    if (node.r) rest.push(node.r)
  }
  return keys
}
