import type { EntryId } from '../../../domain/ids.ts'
import type { AnyMutation, IdChange } from './kind.ts'

interface AboutEntry extends AnyMutation {
  readonly entryId: EntryId
}

/** What the mutations of an entry's own row share. */
export const aboutEntry = {
  table: 'entries',
  rowKey: ({ entryId }: AboutEntry) => entryId,
  aggregateId: ({ entryId }: AboutEntry) => entryId,
  withId: <Mutation extends AboutEntry>(mutation: Mutation, { from, to }: IdChange): Mutation =>
    mutation.entryId === from ? { ...mutation, entryId: to as EntryId } : mutation,
} as const
