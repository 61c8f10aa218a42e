import type { EntryId, Instant, MemoryMarkId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { aboutMemoryMark } from './about-memory-mark.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { MutationKind } from './kind.ts'
import { newMemoryMarkId } from './new-ids.ts'

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
