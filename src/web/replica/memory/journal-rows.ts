import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { mutableTables, type MutableTable } from '../mutations/kind.ts'
import { entryChanges, type EntryChange } from './counted-entries.ts'
import { groupOf, wholeTable, type Pending } from './pending.ts'
import { isSameRows, type ShownChange } from './row-order.ts'
import type { LargePart, Tables } from './tables.ts'
import type { RowChange, TableChanges } from './transaction.ts'
import { VisibleRows } from './visible-rows.ts'

/** The rows of each table that are shown otherwise since a change. */
export type ShownChanges = {
  readonly [Name in MutableTable]: readonly ShownChange<RowOf<Name>>[]
}

/** Reads rows as screens show them now. */
export interface RowReader {
  /** Undefined where no such entry is shown. */
  get(table: 'entries', id: EntryId): Entry | undefined
  /** The rows that belong to an entry, in the order of their creation; the identical array until one is shown otherwise. */
  of<Name extends LargePart>(table: Name, id: EntryId): readonly RowOf<Name>[]
}

/** The tables whose rows are read by their key, not as parts of a state. */
export type ReadTable = LargePart | 'entries'

type VisibleTables = { readonly [Name in MutableTable]: VisibleRows<Name> }

/** The rows of all tables that a person can change, as screens show them. */
export class JournalRows implements RowReader {
  readonly #tables: VisibleTables
  readonly #readers = new Map<string, { readonly revision: number; readonly reader: RowReader }>()
  /** The effects of the last change, until all have been notified of it. */
  #last: { readonly revision: number; readonly shown: ShownChanges } | undefined

  constructor(tables: Tables, pending: Pending) {
    this.#tables = eachTable((name) => new VisibleRows(tables, name, pending)) as VisibleTables
  }

  get(_: 'entries', id: EntryId): Entry | undefined {
    return this.#tables.entries.of(id)[0]
  }

  of<Name extends LargePart>(name: Name, id: EntryId): readonly RowOf<Name>[] {
    return this.#tables[name].of(id)
  }

  /** All rows of a small table, in the order of their creation. */
  all<Name extends Exclude<MutableTable, LargePart | 'entries'>>(
    name: Name,
  ): readonly RowOf<Name>[] {
    return this.#tables[name].of(wholeTable)
  }

  /** Calls `changed` after each change of an entry, or of the rows of a table that belong to it; the returned function ends it. */
  subscribe(table: ReadTable, id: EntryId, changed: () => void): () => void {
    return this.#tables[table].subscribe(id, changed)
  }

  /** Another number after each change of an entry or of a photo. */
  entriesRevision(): number {
    return this.#tables.entries.revision + this.#tables.photos.revision
  }

  /**
   * The entries that are shown otherwise, or have another number of photos, since a revision; undefined where that is not
   * known any more.
   */
  entriesSince(revision: number): readonly EntryChange[] | undefined {
    if (revision === this.entriesRevision()) return []
    if (this.#last?.revision !== revision) return undefined
    const { entries, photos } = this.#last.shown
    return entryChanges(entries, photos, this)
  }

  /** Reads all rows, for what is computed of many: another object once a row of these tables is shown otherwise. */
  reader(tables: readonly ReadTable[]): RowReader {
    const name = tables.join(' ')
    const revision = tables.reduce((sum, table) => sum + this.#tables[table].revision, 0)
    const known = this.#readers.get(name)
    if (known?.revision === revision) return known.reader
    const reader: RowReader = {
      get: (table, id) => this.get(table, id),
      of: (table, id) => this.of(table, id),
    }
    this.#readers.set(name, { revision, reader })
    return reader
  }

  /** Tells who follows single rows of what the last `update` has changed. */
  notify(): void {
    // Rows that are gone leave the memory.
    this.#last = undefined
    for (const name of mutableTables) this.#tables[name].notify()
  }

  /** Looks at the rows again that a change may show otherwise. */
  refresh(changes: TableChanges, before: Pending, after: Pending): ShownChanges {
    const revision = this.entriesRevision()
    const shown = eachTable((name) =>
      this.#tables[name].refresh(changedGroups(name, changes, before, after), after),
    ) as ShownChanges
    if (revision !== this.entriesRevision()) this.#last = { revision, shown }
    return shown
  }
}

/** A value for each table; the caller knows its type for each. */
function eachTable(make: (name: MutableTable) => unknown): unknown {
  return Object.fromEntries(mutableTables.map((name) => [name, make(name)]))
}

/** The groups of a table whose rows, mutations or waiting deletions are others. */
function changedGroups(
  name: MutableTable,
  changes: TableChanges,
  before: Pending,
  after: Pending,
): ReadonlySet<string> {
  const groups = new Set<string>()
  const rows: Iterable<RowChange<RowOf<MutableTable>>> = changes[name]?.values() ?? []
  for (const change of rows) {
    if (change.before !== undefined) groups.add(groupOf(name, change.before))
    if (change.after !== undefined) groups.add(groupOf(name, change.after))
  }
  if (before === after) return groups
  if (name === 'photos')
    for (const { before: former, after: latter } of changes.unsentPhotos?.values() ?? [])
      for (const photo of [former, latter]) if (photo !== undefined) groups.add(photo.entryId)
  const [former, latter] = [before, after].map(({ mutations }) => mutations.get(name))
  if (former !== latter)
    for (const group of [...(former?.keys() ?? []), ...(latter?.keys() ?? [])])
      if (!isSameRows(former?.get(group) ?? [], latter?.get(group) ?? [])) groups.add(group)
  for (const change of changes.deletions?.values() ?? []) {
    const deletion = change.before ?? change.after
    if (deletion !== undefined)
      groups.add(groupOf(name, { id: deletion.entryId, entryId: deletion.replyTo }))
  }
  return groups
}
