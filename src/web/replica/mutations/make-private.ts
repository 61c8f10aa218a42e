import type { EntryId } from '../../../domain/ids.ts'
import { aboutEntry } from './about-row.ts'
import type { MutationKind } from './kind.ts'
import { doneWith, failed } from './send-result.ts'

/** Makes an own entry private again after the server was put back to a state in which it was shared (decision 0062). */
export interface MakePrivate {
  readonly action: 'make-private'
  readonly entryId: EntryId
}

export const makePrivate: MutationKind<MakePrivate, 'entries'> = {
  ...aboutEntry,
  action: 'make-private',
  apply: (row) => (row === undefined || row.isPrivate ? row : { ...row, isPrivate: true }),
  merge: (before, mutation) => (before.action === 'make-private' ? mutation : undefined),
  // Without a version: no other change of the entry keeps it from being private.
  async send(calls, { entryId: id }) {
    const answer = await calls.update('entries', { id }, { isPrivate: true })
    if (!answer.ok) return failed(answer.code)
    // Without a row there is nothing to hide.
    return doneWith('entries', answer.value)
  },
}
