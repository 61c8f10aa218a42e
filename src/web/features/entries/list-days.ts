import { instantFromMilliseconds, millisecondsOf, type EntryId } from '../../../domain/ids.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../../domain/journal-day.ts'
import { placeOf, type ListedEntry } from '../../replica/memory/entry-order.ts'

/**
 * The entry under the heading of a day, or under the nearest older one; where none is older, under the oldest. Undefined in
 * an empty list.
 *
 * @param now milliseconds since 1970
 */
export function firstOfDay(
  entries: readonly ListedEntry[],
  day: JournalDay,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): EntryId | undefined {
  const placeFor = (wanted: JournalDay): number => {
    // What a wrong clock dated later stands under "Heute", too.
    if (wanted >= dayOf(now, timeZone)) return 0
    const end = instantFromMilliseconds(startOfDay(addDays(wanted, 1), timeZone))
    return placeOf(entries, { createdAt: end, id: '' })
  }
  const oldest = entries.at(-1)
  if (oldest === undefined) return undefined
  const found = entries[placeFor(day)]
  return found?.id ?? entries[placeFor(dayOf(millisecondsOf(oldest.createdAt), timeZone))]?.id
}
