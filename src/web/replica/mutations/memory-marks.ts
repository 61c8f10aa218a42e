import type { EntryId, Instant, MemoryMarkId, PartnerId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { type MemoryMark, memoryMarkId } from '../../../domain/memory-days.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { AnyMutation, IdChange, MutationKind } from './kind.ts'
import { newMemoryMarkId } from './new-ids.ts'
import { markKey } from './row-keys.ts'
import { resultOfDeletion } from './send-result.ts'

interface AboutMemoryMark extends AnyMutation {
  readonly entryId: EntryId
  readonly markId: MemoryMarkId
  readonly until: JournalDay | null
}

/** What marking an entry and taking the mark back share. */
const aboutMemoryMark = {
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

/** Someone does not want to be reminded of an entry, until a day or for ever. */
export interface AddMemoryMark {
  readonly action: 'add-memory-mark'
  readonly entryId: EntryId
  readonly markId: MemoryMarkId
  readonly until: JournalDay | null
  /** By the device's clock. */
  readonly createdAt: Instant
}

export const addMemoryMark: MutationKind<AddMemoryMark, 'memory_marks'> = {
  ...aboutMemoryMark,
  action: 'add-memory-mark',
  apply: (row, { markId: id, entryId, until, createdAt }, me) =>
    row ?? { id, userId: me, entryId, until, createdAt, updatedAt: createdAt },
  send: async (calls, { markId: id, entryId, until, createdAt }) =>
    resultOfKeyedInsert(
      'memory_marks',
      calls.insertMemoryMark({ id, entryId, until, createdAt }),
      async () => calls.readMemoryMark(entryId, until),
      newMemoryMarkId,
    ),
  insertedId: ({ markId }) => markId,
}

export interface RemoveMemoryMark {
  readonly action: 'remove-memory-mark'
  readonly entryId: EntryId
  readonly markId: MemoryMarkId
  readonly until: JournalDay | null
}

export const removeMemoryMark: MutationKind<RemoveMemoryMark, 'memory_marks'> = {
  ...aboutMemoryMark,
  action: 'remove-memory-mark',
  apply: () => undefined,
  send: async (calls, { entryId, markId, until }) =>
    resultOfDeletion('memory_marks', markId, calls.deleteMemoryMark(entryId, until)),
}
