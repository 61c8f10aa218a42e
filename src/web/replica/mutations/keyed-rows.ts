import type { Instant, PartnerId } from '../../../domain/ids.ts'
import type { KeyedTable } from '../../../domain/journal-tables.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { Fields } from '../../backend/calls.ts'
import { sendInsert } from './insert-result.ts'
import type { AnyMutation, IdChange, MutationKind } from './kind.ts'
import { rowKey } from './row-keys.ts'
import { sendDelete } from './send-result.ts'

/** The fields that rows of all these tables have. */
type OwnFields<Table extends KeyedTable> = Pick<
  RowOf<Table>,
  'id' | 'userId' | 'createdAt' | 'updatedAt'
>

interface KeyedRows<Table extends KeyedTable, Key, IdField, Add, Remove> {
  readonly table: Table
  /** The names of adding and removing in stored outboxes. */
  readonly actions: readonly [Add, Remove]
  /** The field of a mutation that has the row's id. */
  readonly idField: IdField
  readonly idOf: (key: Key, me: PartnerId) => IdOf<Table>
  readonly aggregateId: (key: Key) => string
  /** The fields of the row that make up the key, beside the person. */
  readonly fieldsOf: (key: Key) => Fields<Table>
  readonly rowOf: (key: Key, own: OwnFields<Table>) => RowOf<Table>
}

type IdOf<Table extends KeyedTable> = RowOf<Table>['id']
type About<Key, IdField extends string, Id> = Key & { readonly [Field in IdField]: Id }
type Removing<Action, Key, IdField extends string, Id> = About<Key, IdField, Id> & {
  readonly action: Action
}
/** The time is by the device's clock. */
type Adding<Action, Key, IdField extends string, Id> = Removing<Action, Key, IdField, Id> & {
  readonly createdAt: Instant
}

/** Adding and removing a row of which a person has one for a key. */
export function keyedRows<
  Table extends KeyedTable,
  Key extends object,
  const IdField extends string,
  const Add extends string,
  const Remove extends string,
>(rows: KeyedRows<Table, Key, IdField, Add, Remove>) {
  const [add, remove] = rows.actions
  const { table, idField, idOf } = rows
  const { matchOf, ...shared } = sharedBy(rows)
  const newRow = (mutation: Adding<Add, Key, IdField, IdOf<Table>>, userId: PartnerId) => {
    const { createdAt } = mutation
    const id = shared.insertedId(mutation)
    return rows.rowOf(mutation, { id, userId, createdAt, updatedAt: createdAt })
  }
  type Added = Adding<Add, Key, IdField, IdOf<Table>>
  type Removed = Removing<Remove, Key, IdField, IdOf<Table>>
  type ToAdd = Key & { readonly action: Add; readonly createdAt?: Instant }
  type ToRemove = Key & { readonly action: Remove }
  // A computed name makes TypeScript forget which one it is.
  const withId = <Wanted extends ToAdd | ToRemove>(wanted: Wanted, me: PartnerId) =>
    ({ ...wanted, [idField]: idOf(wanted, me) }) as Wanted & About<Key, IdField, IdOf<Table>>
  const adding: MutationKind<Added, Table, ToAdd> = {
    ...shared,
    complete: (wanted, { me, now }) => ({ createdAt: now, ...withId(wanted, me) }),
    // A key could have an action, too, as far as types know.
    action: add as Added['action'],
    apply: (row, mutation, me) => row ?? newRow(mutation, me),
    async send(calls, mutation, me) {
      const id = shared.insertedId(mutation)
      const key = matchOf(mutation, me)
      const row = { id, ...key, createdAt: mutation.createdAt }
      return sendInsert({ calls, table, row, readByKey: async () => calls.read(table, key) })
    },
  }
  const { insertedId: idIn, ...sharedByRemoving } = shared
  const removing: MutationKind<Removed, Table, ToRemove> = {
    ...sharedByRemoving,
    complete: (wanted, { me }) => withId(wanted, me),
    action: remove as Removed['action'],
    apply: () => undefined,
    send: async (calls, mutation, me) =>
      sendDelete(calls, table, idIn(mutation), matchOf(mutation, me)),
    deletesRow: true,
  }
  return [adding, removing] as const
}

function sharedBy<Table extends KeyedTable, Key extends object, IdField extends string>({
  table,
  actions,
  idField,
  idOf,
  aggregateId,
  fieldsOf,
}: KeyedRows<Table, Key, IdField, string, string>) {
  type Either = Removing<string, Key, IdField, IdOf<Table>>
  const isEither = (mutation: AnyMutation): mutation is Either => actions.includes(mutation.action)
  const insertedId = (mutation: About<Key, IdField, IdOf<Table>>): IdOf<Table> => {
    const named: { readonly [Field in IdField]: IdOf<Table> } = mutation
    return named[idField]
  }
  /** By the key, because the row may have another id than the one derived. */
  const matchOf = (key: Key, userId: PartnerId): Fields<Table> => ({ userId, ...fieldsOf(key) })
  const keyOf = (key: Key, me: PartnerId) => rowKey(table, matchOf(key, me))
  return {
    table,
    matchOf,
    insertedId,
    rowKey: keyOf,
    aggregateId,
    merge: <Mutation extends Either>(before: AnyMutation, mutation: Mutation, me: PartnerId) =>
      isEither(before) && keyOf(before, me) === keyOf(mutation, me) ? mutation : undefined,
    basedOn: <Mutation extends Either>(mutation: Mutation, row: RowOf<Table> | undefined) =>
      row === undefined ? mutation : { ...mutation, [idField]: row.id },
    withId<Mutation extends Either>(mutation: Mutation, { from, to }: IdChange, me: PartnerId) {
      if (insertedId(mutation) === from) return { ...mutation, [idField]: to }
      if (!('entryId' in mutation) || mutation.entryId !== from) return mutation
      const moved = { ...mutation, entryId: to }
      return { ...moved, [idField]: idOf(moved, me) }
    },
  }
}
