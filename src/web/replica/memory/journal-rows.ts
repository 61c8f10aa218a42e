import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { mutableTables, type MutableTable } from '../mutations/kind.ts'
import { groupOf, wholeTable, type Pending } from './pending.ts'
import { isSameRows, type ShownChange } from './row-order.ts'
import type { LargePart, Tables } from './tables.ts'
import type { RowChange, TableChanges } from './transaction.ts'
import { VisibleRows } from './visible-rows.ts'

/** The rows of each table that are shown otherwise since a change. */
export type ShownChanges = {
  readonly [Name in MutableTable]: readonly ShownChange<RowOf<Name>>[]
}

type VisibleTables = { readonly [Name in MutableTable]: VisibleRows<Name> }

/** The rows of all tables that a person can change, as screens show them. */
export class JournalRows {
  readonly #tables: VisibleTables

  constructor(tables: Tables, pending: Pending) {
    this.#tables = eachTable((name) => new VisibleRows(tables, name, pending)) as VisibleTables
  }

  /** The entry with this id; undefined where none is shown. */
  entry(id: EntryId): Entry | undefined {
    return this.#tables.entries.of(id)[0]
  }

  /** The rows that belong to an entry, in the order of their creation. */
  of<Name extends LargePart>(name: Name, id: EntryId): readonly RowOf<Name>[] {
    return this.#tables[name].of(id)
  }

  /** All rows of a small table, in the order of their creation. */
  all<Name extends Exclude<MutableTable, LargePart | 'entries'>>(
    name: Name,
  ): readonly RowOf<Name>[] {
    return this.#tables[name].of(wholeTable)
  }

  /** Another number after each change of what is shown of a table. */
  revision(name: MutableTable): number {
    return this.#tables[name].revision
  }

  /** Looks at the rows again that a change may show otherwise. */
  update(changes: TableChanges, before: Pending, after: Pending): ShownChanges {
    return eachTable((name) =>
      this.#tables[name].update(changedGroups(name, changes, before, after), after),
    ) as ShownChanges
  }
}

/** What is made for each table; the caller says what that is of which table. */
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
  const rows: Iterable<RowChange<RowOf<MutableTable>>> = changes[name]?.values() ?? []
  const groups = new Set([...rows].flatMap((change) => groupsOf(name, change)))
  if (before === after) return groups
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

function groupsOf(
  name: MutableTable,
  { before, after }: RowChange<RowOf<MutableTable>>,
): readonly string[] {
  return [before, after].flatMap((row) => (row === undefined ? [] : groupOf(name, row)))
}
