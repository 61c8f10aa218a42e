import { useEffect, useState } from 'react'
import { dayOf, type JournalDay } from '../../domain/journal-day.ts'
import { useMemories, type TodaysMemories } from '../features/memories/memory-card.tsx'
import { useJournal, useTimeZone } from '../replica/journal-context.tsx'
import type { Journal } from '../replica/journal.ts'
import { afterFirstScreen } from '../ui/first-screen.ts'

/**
 * The memories, without those that a device's first sync brings under the eyes of its reader: the list
 * stays where it is until the page is left and shown again, or until another day.
 *
 * @param now milliseconds since 1970
 */
export function useRestingMemories(now: number): TodaysMemories | undefined {
  const journal = useJournal()
  const found = useMemories(now)
  const today = dayOf(now, useTimeZone())
  const isNone = found?.memories.length === 0
  /** The day whose memories wait. */
  const [waiting, setWaiting] = useState<JournalDay>()
  useEffect(() => {
    if (!isNone) return undefined
    let isOver = false
    void isFilling(journal).then((is) => {
      if (is && !isOver) setWaiting(today)
    })
    return () => {
      isOver = true
    }
  }, [isNone, journal, today])
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setWaiting(undefined)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
  return found !== undefined && waiting === today ? { ...found, memories: [] } : found
}

/** Whether entries are shown while older ones are still to come. */
async function isFilling(journal: Journal): Promise<boolean> {
  await afterFirstScreen()
  const copy = await journal.deviceCopy().catch(() => undefined)
  return copy?.completeSince !== undefined
}
