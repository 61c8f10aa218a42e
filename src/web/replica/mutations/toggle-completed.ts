import type { EntryId, Instant } from '../../../domain/ids.ts'
import { aboutEntry } from './about-row.ts'
import type { MutationKind } from './kind.ts'
import { resultOfUpdate } from './send-result.ts'

export interface ToggleCompleted {
  readonly action: 'toggle-completed'
  readonly entryId: EntryId
  /** By the device's clock; null reopens the entry. */
  readonly completedAt: Instant | null
}

interface Tick extends Pick<ToggleCompleted, 'action' | 'entryId'> {
  readonly completed: boolean
}

export const toggleCompleted: MutationKind<ToggleCompleted, 'entries', Tick> = {
  ...aboutEntry,
  action: 'toggle-completed',
  complete: ({ completed, ...tick }, { now }) => ({ ...tick, completedAt: completed ? now : null }),
  apply(row, { completedAt }) {
    const completed = completedAt !== null
    return row === undefined || row.completed === completed
      ? row
      : { ...row, completed, completedAt }
  },
  merge: (before, mutation) => (before.action === 'toggle-completed' ? mutation : undefined),
  send: async (calls, { entryId, completedAt }) =>
    resultOfUpdate(
      'entries',
      calls.update('entries', { id: entryId }, { completed: completedAt !== null, completedAt }),
    ),
}
