import type { AnyMutation, IdChange, MutableTable } from './kind.ts'

/**
 * The parts that mutations share which name their row by its id alone, in this field.
 *
 * @param otherIds the further fields with an id that may be replaced
 */
export function aboutRow<Table extends MutableTable, Field extends string>(
  table: Table,
  idField: Field,
  ...otherIds: readonly string[]
) {
  type About = AnyMutation & { readonly [Name in Field]: string }
  return {
    table,
    rowKey: (mutation: About): string => mutation[idField],
    aggregateId: (mutation: About): string => mutation[idField],
    withId: <Mutation extends About>(mutation: Mutation, change: IdChange): Mutation =>
      withIdIn(mutation, [idField, ...otherIds], change),
  }
}

/** A mutation after an id in these fields has changed; the identical one where none of them has it. */
function withIdIn<Mutation extends AnyMutation>(
  mutation: Mutation,
  fields: readonly string[],
  { from, to }: IdChange,
): Mutation {
  const named = Object.entries(mutation).filter(
    ([field, value]) => fields.includes(field) && value === from,
  )
  const moved = Object.fromEntries(named.map(([field]) => [field, to]))
  return named.length === 0 ? mutation : { ...mutation, ...moved }
}

export const aboutEntry = aboutRow('entries', 'entryId')
