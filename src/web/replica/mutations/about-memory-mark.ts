import type { EntryId, MemoryMarkId, PartnerId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { memoryMarkId, type MemoryMark } from '../../../domain/memory-days.ts'
import type { AnyMutation, IdChange } from './kind.ts'
import { markKey } from './row-keys.ts'

interface AboutMemoryMark extends AnyMutation {
  readonly entryId: EntryId
  readonly markId: MemoryMarkId
  readonly until: JournalDay | null
}

/** What marking an entry and taking the mark back share. */
export const aboutMemoryMark = {
  table: 'memory_marks',
  rowKey: ({ entryId, until }: AboutMemoryMark, me: PartnerId) => markKey(entryId, me, until),
  // Not the entry's own: its card does not say that something is being sent.
  aggregateId: ({ entryId }: AboutMemoryMark) => `memory-mark ${entryId}`,
  merge: <Mutation extends AboutMemoryMark>(before: AnyMutation, mutation: Mutation) =>
    isAboutMark(before) && before.until === mutation.until ? mutation : undefined,
  basedOn: <Mutation extends AboutMemoryMark>(mutation: Mutation, row: MemoryMark | undefined) =>
    row === undefined ? mutation : { ...mutation, markId: row.id },
  withId<Mutation extends AboutMemoryMark>(
    mutation: Mutation,
    { from, to }: IdChange,
    me: PartnerId,
  ): Mutation {
    if (mutation.markId === from) return { ...mutation, markId: to as MemoryMarkId }
    if (mutation.entryId !== from) return mutation
    const entryId = to as EntryId
    return { ...mutation, entryId, markId: memoryMarkId(entryId, me, mutation.until) }
  },
} as const

function isAboutMark(mutation: AnyMutation): mutation is AboutMemoryMark {
  return mutation.action === 'add-memory-mark' || mutation.action === 'remove-memory-mark'
}
