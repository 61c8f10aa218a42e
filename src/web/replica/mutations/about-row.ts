import type { AnyMutation, IdChange, MutableTable } from './kind.ts'

/** The parts that mutations share which name their row by its id alone, in this field. */
export function aboutRow<Table extends MutableTable, Field extends string>(
  table: Table,
  idField: Field,
) {
  type About = AnyMutation & { readonly [Name in Field]: string }
  return {
    table,
    rowKey: (mutation: About): string => mutation[idField],
    aggregateId: (mutation: About): string => mutation[idField],
    withId: <Mutation extends About>(mutation: Mutation, { from, to }: IdChange): Mutation =>
      mutation[idField] === from ? { ...mutation, [idField]: to } : mutation,
  }
}

export const aboutEntry = aboutRow('entries', 'entryId')
