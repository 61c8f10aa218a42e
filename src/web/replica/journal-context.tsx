import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, useContext, useRef, useSyncExternalStore, type ReactNode } from 'react'

import type { Journal } from './journal.ts'
import type { Replica } from './replica.ts'
import { StorageError } from './copy/storage-error.ts'
import type { StorageState } from './copy/storage-watch.ts'

type OpenReplica = Pick<Replica, 'journal' | 'storage'>

const ReplicaContext = createContext<OpenReplica | undefined>(undefined)

/** Gives the open journal to everything below. */
export function JournalProvider({
  replica,
  children,
}: {
  readonly replica: OpenReplica
  readonly children: ReactNode
}) {
  return <ReplicaContext value={replica}>{children}</ReplicaContext>
}

function useReplica(): OpenReplica {
  const replica = useContext(ReplicaContext)
  if (replica === undefined) throw new Error('the journal needs a JournalProvider above it')
  return replica
}

/** The open journal. Used outside `JournalProvider` it is a bug, so it throws. */
export function useJournal(): Journal {
  return useReplica().journal
}

/** Where the copy lies just now; the component follows. */
export function useStorageState(): StorageState {
  const { storage } = useReplica()
  return useSyncExternalStore(
    (changed) => storage.subscribe(changed),
    () => storage.current(),
  )
}

/**
 * What `query` yields, again after each change of what it read, also by other tabs; `undefined`
 * until the first result. `deps` are the values the query closes over, as for `useEffect`.
 * An answer that says the same as the one before is the one before, so nothing is drawn anew for
 * a change elsewhere in the tables it read. When another copy takes the place of the one read, it
 * is asked too. A `StorageError` leaves the last answer on the screen, with whatever is typed
 * there; without one it is thrown while rendering and reaches the error boundary.
 */
export function useLive<Value>(
  query: () => Promise<Value>,
  deps: readonly unknown[] = [],
): Value | undefined {
  const last = useRef<{ readonly value: Value; readonly text: string }>(undefined)
  const storage = useStorageState()
  return useLiveQuery(async () => {
    const value = await query().catch((cause: unknown) => {
      if (cause instanceof StorageError && last.current !== undefined) return last.current.value
      throw cause
    })
    const text = JSON.stringify(value)
    if (last.current !== undefined && last.current.text === text) return last.current.value
    last.current = { value, text }
    return value
  }, [...deps, storage])
}
