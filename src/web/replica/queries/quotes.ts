import type { PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { actionsOn } from '../mutations/registry.ts'
import { byCreation, readMutations, readNames } from './pending.ts'

/** The likes or the personal quotes of both people, newest first, with each person's name. */
export async function readQuotes<Table extends 'quote_likes' | 'custom_quotes'>(
  database: ReplicaDatabase,
  table: Table,
  me: PartnerId,
) {
  const { outbox, profiles } = database
  const [rows, mutations, names] = await database.transaction(
    'r',
    [database[table], outbox, profiles],
    async () =>
      Promise.all([
        database[table].toArray(),
        readMutations(database, actionsOn(table)),
        readNames(database),
      ]),
  )
  return optimistic<Table>(table, rows as never, mutations, me)
    .toSorted((one, other) => byCreation(other, one))
    .map((row) => ({ ...row, name: names.get(row.userId) }))
}
