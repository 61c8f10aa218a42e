import { compare } from '../../../domain/compare.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { MutableTable } from '../mutations/kind.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { isKeyedById } from '../mutations/row-keys.ts'
import type { Pending } from './pending.ts'
import { isSameRow, isSameRows, type ShownChange } from './row-order.ts'
import { cardTables, isLargePart, type Tables } from './tables.ts'
import { withUnsent } from './unsent-photos.ts'

const none: readonly never[] = []

/**
 * The rows of one table as screens show them: the stored ones with what is pending applied, in the groups of `groupOf`.
 * A group and each of its rows are the identical objects until they are shown otherwise.
 */
export class VisibleRows<Name extends MutableTable> {
  readonly #tables: Tables
  readonly #name: Name
  /** True where a group is put together once it is asked for. */
  readonly #isLazy: boolean
  readonly #groups = new Map<string, readonly RowOf<Name>[]>()
  readonly #subscribers = new Map<string, Set<() => void>>()
  #pending: Pending
  #revision = 0
  /** The groups that the last change has changed, until all have been notified of it. */
  #last: readonly string[] = none

  constructor(tables: Tables, name: Name, pending: Pending) {
    this.#tables = tables
    this.#name = name
    // Of what no card shows screens want few of very many rows.
    this.#isLazy = isLargePart(name) && !(cardTables as readonly MutableTable[]).includes(name)
    this.#pending = pending
  }

  /** Another number after each change of what is shown. */
  get revision(): number {
    return this.#revision
  }

  /** The rows of a group, in the order of their creation. */
  of(group: string): readonly RowOf<Name>[] {
    const known = this.#groups.get(group)
    if (known !== undefined || !this.#isLazy) return known ?? none
    const rows = this.#show(group)
    if (rows.length > 0) this.#groups.set(group, rows)
    return rows
  }

  /** Calls `changed` after each change of a group; the returned function ends it. */
  subscribe(group: string, changed: () => void): () => void {
    const others = this.#subscribers.get(group) ?? new Set()
    this.#subscribers.set(group, others.add(changed))
    return () => {
      others.delete(changed)
      if (others.size === 0 && this.#subscribers.get(group) === others)
        this.#subscribers.delete(group)
    }
  }

  /** Looks at these groups again; yields the rows that are shown otherwise now, of the groups that are put together. */
  refresh(groups: Iterable<string>, pending: Pending): readonly ShownChange<RowOf<Name>>[] {
    this.#pending = pending
    const all: ShownChange<RowOf<Name>>[] = []
    const changed: string[] = []
    for (const group of groups) {
      const changes = this.#change(group)
      if (changes === undefined) continue
      changed.push(group)
      for (const change of changes) all.push(change)
    }
    if (changed.length > 0) {
      this.#revision += 1
      this.#last = changed
    }
    return all
  }

  /** Tells who follows a group that the last change has changed. */
  notify(): void {
    const groups = this.#last
    this.#last = none
    if (this.#subscribers.size === 0) return
    for (const group of groups) for (const changed of this.#subscribers.get(group) ?? []) changed()
  }

  /** Undefined where the group is shown as before. */
  #change(group: string): readonly ShownChange<RowOf<Name>>[] | undefined {
    const before = this.#groups.get(group) ?? none
    const isUnknown = this.#isLazy && before.length === 0
    const after = isUnknown ? none : unchangedRows(before, this.#show(group))
    if (!isUnknown && isSameRows(before, after)) return undefined
    if (after.length === 0) this.#groups.delete(group)
    else this.#groups.set(group, after)
    return changesOf(before, after)
  }

  #show(group: string): readonly RowOf<Name>[] {
    const { me, waitingDeletions, unsentPhotos, mutations: all } = this.#pending
    const mutations = all.get(this.#name)?.get(group) ?? none
    const stored = this.#stored(group)
    // Of rows with another key two may be stored for a moment, of which one is shown.
    const isAsStored = mutations.length === 0 && isKeyedById(this.#name)
    const rows = isAsStored ? stored : optimistic(this.#name, stored, mutations, me)
    const shown =
      waitingDeletions.size === 0 ? rows : rows.filter(({ id }) => !waitingDeletions.has(id))
    const inOrder = shown.length < 2 ? shown : shown.toSorted(byCreation)
    const unsent = this.#name === 'photos' ? unsentPhotos.get(group as EntryId) : undefined
    if (unsent === undefined) return inOrder.length === 0 ? none : inOrder
    return ofTable<Name>(withUnsent(ofTable<'photos'>(inOrder), unsent, me))
  }

  #stored(group: string): readonly RowOf<Name>[] {
    const name: MutableTable = this.#name
    if (isLargePart(name)) return ofTable<Name>([...this.#tables.ofEntry(name, group as EntryId)])
    const rows = this.#tables.rows(name)
    if (name !== 'entries') return ofTable<Name>([...rows.values()])
    const row = rows.get(group)
    return row === undefined ? none : ofTable<Name>([row])
  }
}

/** Rows that are known to be this table's. */
function ofTable<Name extends MutableTable>(rows: readonly RowOf<MutableTable>[]) {
  return rows as readonly unknown[] as readonly RowOf<Name>[]
}

/**
 * The rows after a change; of those that no screen can tell apart the former ones. No screen shows the version, so the
 * answer to a tick, and its echo, draw nothing.
 */
function unchangedRows<Row extends { readonly id: string }>(
  before: readonly Row[],
  after: readonly Row[],
): readonly Row[] {
  if (before.length === 0) return after
  const held = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => {
    const former = held.get(row.id)
    return former !== undefined && isSameRow(former, row, 'updatedAt') ? former : row
  })
}

/** The rows of a group that a change has made others, by id. */
function changesOf<Row extends { readonly id: string }>(
  before: readonly Row[],
  after: readonly Row[],
): readonly ShownChange<Row>[] {
  if (before.length === 0) return after.map((row) => ({ before: undefined, after: row }))
  const changes = new Map<string, ShownChange<Row>>()
  for (const row of before) changes.set(row.id, { before: row, after: undefined })
  for (const row of after) changes.set(row.id, { before: changes.get(row.id)?.before, after: row })
  return [...changes.values()].filter((change) => change.before !== change.after)
}

interface Created {
  readonly id: string
  /** Given in each table with more than a row for each person. */
  readonly createdAt?: Instant
  /** The place of a photo in its entry. */
  readonly position?: number
}

/** Oldest first; photos in their places. */
function byCreation(one: Created, other: Created): number {
  return (
    (one.position ?? 0) - (other.position ?? 0) ||
    compare(one.createdAt ?? '', other.createdAt ?? '') ||
    compare(one.id, other.id)
  )
}
