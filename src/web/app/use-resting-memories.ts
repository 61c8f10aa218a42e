import { useEffect, useState } from 'react'
import { dayOf, type JournalDay } from '../../domain/journal-day.ts'
import { useMemories } from '../features/memories/memory-card.tsx'
import { useJournal, useTimeZone } from '../replica/journal-context.tsx'
import type { Journal, Memory } from '../replica/journal.ts'
import { afterFirstScreen } from '../ui/first-screen.ts'

const none: readonly Memory[] = []

/**
 * The memories, without those that a device's first sync brings under the eyes of its reader: the list
 * stays where it is until the page is left and shown again, or until another day.
 *
 * @param now milliseconds since 1970
 */
export function useRestingMemories(now: number): readonly Memory[] | undefined {
  const journal = useJournal()
  const memories = useMemories(now)
  const today = dayOf(now, useTimeZone())
  const isNone = memories?.length === 0
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
  return waiting === today ? none : memories
}

/** Whether entries are shown while older ones are still to come. */
async function isFilling(journal: Journal): Promise<boolean> {
  await afterFirstScreen()
  const copy = await journal.deviceCopy().catch(() => undefined)
  return copy?.completeSince !== undefined
}
