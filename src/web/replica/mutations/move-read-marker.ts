import type { Instant } from '../../../domain/ids.ts'
import type { MutationKind } from './kind.ts'
import { resultOfUpdate } from './send-result.ts'

/** Moves the read marker of the news on (D7); it never goes back. */
export interface MoveReadMarker {
  readonly action: 'last-look'
  readonly seenUntil: Instant
}

export const moveReadMarker: MutationKind<MoveReadMarker, 'last_looks'> = {
  action: 'last-look',
  table: 'last_looks',
  rowKey: (_, me) => me,
  aggregateId: () => 'last-look',
  apply: (row, { seenUntil }, me) =>
    row !== undefined && row.seenUntil >= seenUntil
      ? row
      : { id: me, updatedAt: seenUntil, ...row, seenUntil },
  merge: (before, mutation) => (before.action === 'last-look' ? mutation : undefined),
  send: async (calls, { seenUntil }, me) =>
    resultOfUpdate('last_looks', calls.update('last_looks', { id: me }, { seenUntil })),
  withId: (mutation) => mutation,
}
