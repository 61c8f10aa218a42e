import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { Connection } from './connection.ts'
import type { StorageState } from './disk/storage-watch.ts'
import type { Journal } from './journal.ts'
import type { JournalState } from './memory/journal-state.ts'
import type { Replica } from './replica.ts'

type OpenReplica = Pick<
  Replica,
  'journal' | 'memory' | 'storage' | 'connection' | 'lost' | 'nudges' | 'wake'
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

/** The replica that the hooks of the journal read. Used outside `JournalProvider` it is a bug, so it throws. */
export function useReplica(): OpenReplica {
  const replica = useContext(ReplicaContext)
  if (replica === undefined) throw new Error('the journal needs a JournalProvider above it')
  return replica
}

/** The open journal. Used outside `JournalProvider` it is a bug, so it throws. */
export function useJournal(): Journal {
  return useReplica().journal
}

/**
 * The part of the journal in memory that `select` takes; the component is drawn again when it takes another value.
 * So it yields a part of the state or a plain value; a value that is computed of several parts is memoized by the
 * component.
 */
export function useJournalState<Value>(select: (state: JournalState) => Value): Value {
  const { memory } = useReplica()
  return useSyncExternalStore(memory.subscribe, () => select(memory.state()))
}

/** Asks the server again now and sends what waits. */
export function useWake(): () => void {
  const replica = useReplica()
  return useCallback(() => replica.wake(), [replica])
}

/** The answers about rows that the server lost. */
export function useLostWork(): Replica['lost'] {
  return useReplica().lost
}

/** The person's choices about nudges; they need the network. */
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

/** The present place of the copy; the component follows. */
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
