import type { Connection } from './connection.ts'
import { useConnection, useIsLive, useJournalState, useStorageState } from './journal-context.tsx'
import { isOld, oldestOf } from './questions/sync-status.ts'

/** The state of this tab that decides whether unsent writes are on their way. */
export interface SendingFacts {
  /** False if the device knows that it has no network. */
  readonly isOnline: boolean
  readonly connection: Connection
  readonly isLive: boolean
  /** False while what is written is in memory alone. */
  readonly isStored: boolean
  /** When the oldest unsent write was queued, in milliseconds. */
  readonly oldest: number | undefined
  /** In milliseconds. */
  readonly now: number
}

/** True while unsent writes are said to wait, in the quiet line and on each card; else they are on their way. */
export function isHeldUp(facts: SendingFacts): boolean {
  const { isOnline, connection, isLive, isStored, oldest, now } = facts
  const canSend = connection === 'connecting' || connection === 'online'
  return !isOnline || !canSend || !isLive || !isStored || isOld(oldest, now)
}

/** True while unsent writes are said to wait; the component follows. */
export function useHeldUp({ isOnline, now }: Pick<SendingFacts, 'isOnline' | 'now'>): boolean {
  const connection = useConnection()
  const isLive = useIsLive()
  const isStored = useStorageState().kind === 'on-device'
  const oldest = useJournalState(({ queue }) => oldestOf(queue))
  return isHeldUp({ isOnline, connection, isLive, isStored, oldest, now })
}
