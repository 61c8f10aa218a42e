import { createContext, useContext, type ReactNode } from 'react'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import type { SyncStatus } from '../replica/journal.ts'

const StatusContext = createContext<SyncStatus | undefined>(undefined)

/** Reads once for all what waits to be sent: each write has it read again. */
export function SyncStatusProvider({ children }: { readonly children: ReactNode }) {
  const journal = useJournal()
  const status = useLive(() => journal.status(), [journal])
  return <StatusContext value={status}>{children}</StatusContext>
}

/** What waits to be sent; `undefined` until read. */
export function useSyncStatus(): SyncStatus | undefined {
  return useContext(StatusContext)
}
