import { useEffect, useState } from 'react'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { useRows } from '../../replica/use-rows.ts'
import type { JournalState } from '../../replica/memory/journal-state.ts'
import { hasAllEntries } from '../../replica/questions/list.ts'
import { useNow } from '../../ui/use-now.ts'

/** Whether all words and reviews of this person are in memory; without some, cards would count as new ones. */
function hasAllCards(state: JournalState): boolean {
  const areReviewsRead = state.progress.some(
    ({ table, backfillCursor }) => table === 'reviews' && backfillCursor === undefined,
  )
  return areReviewsRead && hasAllEntries(state)
}

/**
 * How many cards are due today; undefined until all of the journal is in memory and computed. What computes it is
 * loaded here, so that the first screen does not wait for it.
 */
export function useDueCount(): number | undefined {
  const hasAll = useJournalState(hasAllCards)
  const entries = useJournalState((state) => state.entries)
  const rows = useRows('entries', 'reviews')
  const timeZone = useTimeZone()
  const now = useNow()
  const [count, setCount] = useState<number>()
  useEffect(() => {
    let isOver = !hasAll
    const compute = async () => {
      if (isOver) return
      const { dueCount } = await import('./due-count.ts')
      const due = await dueCount({ entries }, rows, now, timeZone, () => isOver)
      if (!isOver) setCount(due)
    }
    // If the code cannot be loaded, the button has no number; the dialog says why.
    compute().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [hasAll, entries, rows, timeZone, now])
  return hasAll ? count : undefined
}
