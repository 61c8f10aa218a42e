import { writtenCount } from '../../../domain/calendar-day.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { ShownDay } from './day-name.ts'

/**
 * The aim of a press on a day: its entries, or those that may still come; where it has planned ideas alone, the one after
 * the idea that was shown last. Undefined where the day has nothing.
 */
export function aimOf(
  { marked, isLoading }: Pick<ShownDay, 'marked' | 'isLoading'>,
  last: EntryId | undefined,
): 'day' | EntryId | undefined {
  if (isLoading || writtenCount(marked) > 0) return 'day'
  const { planned } = marked
  return planned[(planned.findIndex(({ id }) => id === last) + 1) % planned.length]?.id
}
