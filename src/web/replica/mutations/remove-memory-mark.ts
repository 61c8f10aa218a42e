import type { EntryId, MemoryMarkId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { aboutMemoryMark } from './about-memory-mark.ts'
import type { MutationKind } from './kind.ts'
import { resultOfDeletion } from './send-result.ts'

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
