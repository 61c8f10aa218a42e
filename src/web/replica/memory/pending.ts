import type { PartnerId } from '../../../domain/ids.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { kindOf, type Mutation } from '../mutations/registry.ts'
import type { Queued } from './stored-rows.ts'
import { isLargePart } from './tables.ts'
import type { UnsentByEntry } from './unsent-photos.ts'

/** The rows that this device has not sent yet. */
export interface Pending {
  readonly me: PartnerId
  /** By the table and the group of rows that they change, each in the order of sending. */
  readonly mutations: ReadonlyMap<MutableTable, MutationGroups>
  /** The ids of entries, replies and personal quotes whose deletion can still be undone (D11). */
  readonly waitingDeletions: ReadonlySet<string>
  readonly unsentPhotos: UnsentByEntry
}

type MutationGroups = ReadonlyMap<string, readonly Mutation[]>

export function nothingPending(me: PartnerId): Pending {
  return { me, mutations: new Map(), waitingDeletions: new Set(), unsentPhotos: new Map() }
}

/** Mutations in the order of sending. */
export function inOrder(queue: Iterable<Queued>): readonly Queued[] {
  return [...queue].sort((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1))
}

/** The rows of a table that are shown together: an entry alone, what belongs to one entry, a small table as a whole. */
export function groupOf(
  table: MutableTable,
  row: { readonly id: string; readonly entryId?: string | undefined },
): string {
  if (table === 'entries') return row.id
  return isLargePart(table) ? (row.entryId ?? '') : wholeTable
}

/** The group of all rows of a small table. */
export const wholeTable = ''

/** @param queue in the order of sending */
export function inGroups(queue: readonly Queued[], me: PartnerId): Pending['mutations'] {
  const tables = new Map<MutableTable, Map<string, Mutation[]>>()
  for (const { mutation } of queue) {
    const kind = kindOf(mutation)
    const { table } = kind
    const entryId = 'entryId' in mutation ? mutation.entryId : undefined
    const group = groupOf(table, { id: kind.rowKey(mutation, me), entryId })
    const groups = tables.get(table) ?? new Map<string, Mutation[]>()
    tables.set(table, groups)
    const others = groups.get(group)
    if (others === undefined) groups.set(group, [mutation])
    else others.push(mutation)
  }
  return tables
}
