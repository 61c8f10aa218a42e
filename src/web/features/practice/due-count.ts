import { todayOf } from '../../../domain/practice/today.ts'
import type { RowReader } from '../../replica/memory/journal-rows.ts'
import type { JournalState } from '../../replica/memory/journal-state.ts'
import { practiceCards } from '../../replica/questions/practice.ts'
import { inSlices } from '../../browser/in-slices.ts'

/**
 * How many cards are due today; undefined once it is over before that is known.
 *
 * @param now milliseconds since 1970
 */
export async function dueCount(
  state: Pick<JournalState, 'entries'>,
  rows: RowReader,
  now: number,
  timeZone: string,
  isOver: () => boolean,
): Promise<number | undefined> {
  const cards = await inSlices(practiceCards(state, rows, now), isOver)
  return cards && todayOf(cards, now, timeZone).due.length
}
