import { useEffect, useState } from 'react'
import { dayOf, type JournalDay } from '../../domain/journal-day.ts'
import { useMemories, type TodaysMemories } from '../features/memories/memory-card.tsx'
import { useJournalState, useTimeZone } from '../replica/journal-context.tsx'
import { areEntriesToCome } from '../replica/questions/list.ts'
import { secondPhase } from '../browser/start-phases.ts'

/**
 * The memories, without those that a device's first sync brings under the eyes of its reader: the list
 * stays where it is until the page is left and shown again, or until another day.
 *
 * @param now milliseconds since 1970
 */
export function useStableMemories(now: number): TodaysMemories | undefined {
  const found = useMemories(now)
  const today = dayOf(now, useTimeZone())
  const isNone = found?.memories.length === 0
  /** The day whose memories wait. */
  const [waiting, setWaiting] = useState<JournalDay>()
  const isFilling = useJournalState(areEntriesToCome)
  useEffect(() => {
    if (!isNone || !isFilling) return undefined
    let isOver = false
    void secondPhase().then(() => {
      if (!isOver) setWaiting(today)
    })
    return () => {
      isOver = true
    }
  }, [isNone, isFilling, today])
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setWaiting(undefined)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
  return found !== undefined && waiting === today ? { ...found, memories: [] } : found
}
