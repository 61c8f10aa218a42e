import type { EntryId } from '../../../domain/ids.ts'
import type { Calls } from '../../backend/calls.ts'
import { aboutEntry } from './about-entry.ts'
import type { MutationKind } from './kind.ts'
import { done, failed, type SendResult } from './send-result.ts'

export interface DeleteEntry {
  readonly action: 'delete-entry'
  readonly entryId: EntryId
}

export const deleteEntry: MutationKind<DeleteEntry, 'entries'> = {
  ...aboutEntry,
  action: 'delete-entry',
  apply: () => undefined,
  merge: () => undefined,
  send: sendDeletion,
  endsAggregate: true,
}

/** Deleting what is gone is success; where the entry stays visible, it was refused (D10). */
async function sendDeletion(calls: Calls, { entryId }: DeleteEntry): Promise<SendResult> {
  const deleted = { table: 'entries', ids: [entryId] } as const
  const answer = await calls.deleteEntry(entryId)
  if (!answer.ok) return failed(answer.code)
  if (answer.value.length > 0) return { ...done, deleted }
  const held = await calls.readRow('entries', entryId)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return { ...done, deleted }
  return { kind: 'refused', reason: 'rejected', returned: { table: 'entries', row: held.value } }
}
