import type { EntryId } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { memoryMarkId } from '../../../domain/memory-days.ts'
import { keyedRows } from './keyed-rows.ts'

/** Someone does not want to be reminded of an entry, until a day or for ever. */
interface MarkKey {
  readonly entryId: EntryId
  readonly until: JournalDay | null
}

export const memoryMarks = keyedRows({
  table: 'memory_marks',
  actions: ['add-memory-mark', 'remove-memory-mark'],
  idField: 'markId',
  idOf: ({ entryId, until }: MarkKey, me) => memoryMarkId(entryId, me, until),
  // Not the entry's own: its card does not say that something is being sent.
  aggregateId: ({ entryId }) => `memory-mark ${entryId}`,
  fieldsOf: ({ entryId, until }) => ({ entryId, until }),
  rowOf: ({ entryId, until }, own) => ({ ...own, entryId, until }),
})
