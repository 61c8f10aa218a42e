import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../../domain/journal-day.ts'
import { memoryDaysOn, type MemoryMark } from '../../../domain/memory-days.ts'
import { placeOf, type ListedEntry } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'
import type { Memory } from './shown.ts'

/**
 * The entries that a person is reminded of today, the latest day first and each day in its order, without
 * those the person does not want to see; none once that was said for today. The partner's private entries
 * are not on this device to begin with (D9).
 *
 * @param now milliseconds since 1970; the journal's time zone decides the day
 */
export function memoriesOf(
  {
    journal,
    memoryMarks,
    entries: { list },
  }: Pick<JournalState, 'journal' | 'memoryMarks' | 'entries'>,
  now: number,
): readonly Memory[] {
  const oldest = list.at(-1)
  if (journal === undefined || oldest === undefined) return []
  const { timeZone } = journal
  const today = dayOf(now, timeZone)
  if (memoryMarks.some(({ until }) => until === today)) return []
  /** The place in the list of the first entry that was written before this day. */
  const placeBefore = (day: JournalDay) => {
    const createdAt = instantFromMilliseconds(startOfDay(day, timeZone))
    return placeOf(list, { createdAt, id: '' })
  }
  const days = memoryDaysOn(today, dayOf(millisecondsOf(oldest.createdAt), timeZone))
  return days.flatMap(({ ago, first, last }) =>
    list
      .slice(placeBefore(addDays(last, 1)), placeBefore(first))
      .filter((entry) => !isMarked(entry, memoryMarks, today))
      .toReversed()
      .map((entry) => ({ ago, entry })),
  )
}

function isMarked({ id }: ListedEntry, marks: readonly MemoryMark[], today: JournalDay): boolean {
  return marks.some(({ entryId, until }) => entryId === id && (until === null || until >= today))
}
