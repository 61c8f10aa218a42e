import { useConnection, useIsLive, useJournalState, useStorageState } from './journal-context.tsx'
import { isHeldUp, type SendingFacts } from './held-up.ts'
import { oldestOf } from './questions/sync-status.ts'

/** True while unsent writes are said to wait; the component follows. */
export function useHeldUp({ isOnline, now }: Pick<SendingFacts, 'isOnline' | 'now'>): boolean {
  const connection = useConnection()
  const isLive = useIsLive()
  const isStored = useStorageState().kind === 'on-device'
  const oldest = useJournalState(({ queue }) => oldestOf(queue))
  return isHeldUp({ isOnline, connection, isLive, isStored, oldest, now })
}
