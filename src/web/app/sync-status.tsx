import type { ReactNode } from 'react'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import type { SyncStatus } from '../replica/journal.ts'
import { createSharedValue } from '../ui/shared-value.tsx'

const sharedStatus = createSharedValue<SyncStatus>()

/** Reads once for all what waits to be sent: each write has it read again. */
export function SyncStatusProvider({ children }: { readonly children: ReactNode }) {
  const journal = useJournal()
  const status = useLive(() => journal.status(), [journal])
  return <sharedStatus.Provider value={status}>{children}</sharedStatus.Provider>
}

/** What waits to be sent; `undefined` until read. */
export const useSyncStatus = sharedStatus.useShared
