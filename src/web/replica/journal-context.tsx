import { useObservable as useQuery } from 'dexie-react-hooks'
import {
  createContext,
  useCallback,
  useContext,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'

import type { Connection } from './connection.ts'
import { shareStructure } from './copy/share-structure.ts'
import { StorageError } from './copy/storage-error.ts'
import type { StorageState } from './copy/storage-watch.ts'
import type { Journal } from './journal.ts'
import type { Replica } from './replica.ts'

type OpenReplica = Pick<
  Replica,
  'journal' | 'storage' | 'connection' | 'answers' | 'importRows' | 'nudges' | 'wake'
>

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

/** Asks the server again now and sends what waits. */
export function useWake(): () => void {
  const replica = useReplica()
  return useCallback(() => replica.wake(), [replica])
}

/** Brings back my own rows out of a file; the one thing that needs the network while one waits. */
export function useImportRows(): Replica['importRows'] {
  return useReplica().importRows
}

/** What the person says about nudges; it needs the network. */
export function useNudgeCalls(): Replica['nudges'] {
  return useReplica().nudges
}

const TimeZoneContext = createContext<string | undefined>(undefined)

/** Gives the journal's time zone to everything below, once the settings are known. */
export function TimeZoneProvider(props: {
  /** An IANA name. */
  readonly timeZone: string
  readonly children: ReactNode
}) {
  return <TimeZoneContext value={props.timeZone}>{props.children}</TimeZoneContext>
}

/** The journal's time zone (D5), an IANA name. Used outside `TimeZoneProvider` it throws. */
export function useTimeZone(): string {
  const timeZone = useContext(TimeZoneContext)
  if (timeZone === undefined) throw new Error('the time zone needs a TimeZoneProvider above it')
  return timeZone
}

/** Where the copy is just now; the component follows. */
export function useStorageState(): StorageState {
  return useObservable(useReplica().storage)
}

/** This tab's connection to the server; the component follows. */
export function useConnection(): Connection {
  return useObservable(useReplica().connection)
}

/** False while this tab learns of changes by pulls alone; the component follows. */
export function useIsLive(): boolean {
  const { connection } = useReplica()
  return useSyncExternalStore(
    (changed) => connection.subscribe(changed),
    () => connection.isLive(),
  )
}

interface Observable<Value> {
  current(): Value
  subscribe(changed: () => void): () => void
}

function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(
    (changed) => observable.subscribe(changed),
    () => observable.current(),
  )
}

/** Resolves once the screens have read what was just written (`AnswerWait.allRead`): a form goes with its entry then. */
export function useAllRead(): () => Promise<void> {
  const { answers } = useReplica()
  return useCallback(async () => answers.allRead(), [answers])
}

/**
 * What `query` yields, again after each change of what it read, also by other tabs; `undefined`
 * until the first result. `deps` are the values the query closes over, as for `useEffect`.
 * Every part of a result that equals the one before keeps its identity, so nothing re-renders
 * for a change elsewhere in the tables it read. When another copy takes the place of the one read,
 * the query runs on that. A `StorageError` leaves the last result on the screen, with everything
 * that is typed there; without one it is thrown while rendering and reaches the error boundary.
 *
 * @param query undefined where nothing needs to be read: the last result stays
 * @param readsTables false for a query that reads no table itself; it runs again for other `deps` only
 * @param known what it yields until then, if that was read before
 */
export function useLive<Value>(
  query: (() => Promise<Value>) | undefined,
  deps: readonly unknown[] = [],
  readsTables = true,
  known?: Value,
): Value | undefined {
  const last = useRef<{ readonly value: Value } | undefined>(
    known === undefined ? undefined : { value: known },
  )
  const { answers } = useReplica()
  const storage = useStorageState()
  const ask = async (read: () => Promise<Value>): Promise<Value> => {
    const value = await read().catch((cause: unknown) => {
      if (cause instanceof StorageError && last.current !== undefined) return last.current.value
      throw cause
    })
    const shared = shareStructure(last.current?.value, value)
    last.current = { value: shared }
    return shared
  }
  const watch = () => {
    if (query === undefined) return nothing
    return readsTables
      ? answers.liveQuery(async () => ask(query))
      : onceAnswered(async () => ask(query))
  }
  return useQuery<Value, Value | undefined>(watch, [...deps, storage], known)
}

const nothing = { subscribe: () => () => undefined }

/** What Dexie does to learn which tables a query reads costs more than a query that reads none. */
function onceAnswered<Value>(ask: () => Promise<Value>) {
  return {
    subscribe(next: (value: Value) => void, failed: (cause: unknown) => void): () => void {
      let isOver = false
      const asking = async () => {
        try {
          const value = await ask()
          // At once: before a task of its own the browser would draw a frame that shows nothing new.
          if (!isOver) flushSync(() => next(value))
        } catch (cause) {
          if (!isOver) failed(cause)
        }
      }
      void asking()
      return () => {
        isOver = true
      }
    },
  }
}
