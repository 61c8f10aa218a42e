import { useEffect, useState } from 'react'
import { dayOf, type JournalDay } from '../../domain/journal-day.ts'
import { useMemories, type TodaysMemories } from '../features/memories/memory-card.tsx'
import { useJournalState, useTimeZone } from '../replica/journal-context.tsx'
import { areEntriesToCome } from '../replica/questions/list.ts'

/**
 * The memories; none while a device is being filled, which would bring them under the eyes of its reader: the list
 * stays where it is until the page is left and shown again, or until another day.
 *
 * @param now milliseconds since 1970
 */
export function useStableMemories(now: number): TodaysMemories | undefined {
  const found = useMemories(now)
  const today = dayOf(now, useTimeZone())
  const isFilling = useJournalState(areEntriesToCome)
  /** The day whose memories wait. */
  const [waiting, setWaiting] = useState<JournalDay>()
  if (isFilling && waiting !== today) setWaiting(today)
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setWaiting(undefined)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
  return found !== undefined && waiting === today ? { ...found, memories: [] } : found
}
