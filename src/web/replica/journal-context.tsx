import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, useContext, useRef, type ReactNode } from 'react'

import type { Journal } from './journal.ts'

const JournalContext = createContext<Journal | undefined>(undefined)

/** Gives the open journal to everything below. */
export function JournalProvider({ journal, children }: { journal: Journal; children: ReactNode }) {
  return <JournalContext value={journal}>{children}</JournalContext>
}

/** The open journal. Used outside `JournalProvider` it is a bug, so it throws. */
export function useJournal(): Journal {
  const journal = useContext(JournalContext)
  if (journal === undefined) throw new Error('useJournal needs a JournalProvider above it')
  return journal
}

/**
 * What `query` yields, again after each change of what it read, also by other tabs; `undefined`
 * until the first result. `deps` are the values the query closes over, as for `useEffect`.
 * An answer that says the same as the one before is the one before, so nothing is drawn anew for
 * a change elsewhere in the tables it read. A `StorageError` is thrown while rendering and reaches
 * the error boundary.
 */
export function useLive<Value>(
  query: () => Promise<Value>,
  deps: readonly unknown[] = [],
): Value | undefined {
  const last = useRef<{ readonly value: Value; readonly text: string }>(undefined)
  return useLiveQuery(async () => {
    const value = await query()
    const text = JSON.stringify(value)
    if (last.current !== undefined && last.current.text === text) return last.current.value
    last.current = { value, text }
    return value
  }, [...deps])
}
