import { useMemo } from 'react'
import { useJournalState } from '../replica/journal-context.tsx'
import type { SyncStatus } from '../replica/journal.ts'
import { syncStatusOf } from '../replica/questions/sync-status.ts'

/** The writes that wait to be sent; `undefined` until read. */
export function useSyncStatus(): SyncStatus | undefined {
  const isRead = useJournalState((state) => state.isRead)
  const queue = useJournalState((state) => state.queue)
  const journal = useJournalState((state) => state.journal)
  return useMemo(
    () => (isRead ? syncStatusOf({ queue, journal }) : undefined),
    [isRead, queue, journal],
  )
}
