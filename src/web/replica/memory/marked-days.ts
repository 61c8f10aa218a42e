import {
  countOf,
  countPlanned,
  countWritten,
  isMarked,
  leavesSameMarks,
  plannedDateOf,
  unmarked,
  type DayCount,
  type MarkedDay,
  type MarkedMonths,
} from '../../../domain/calendar-day.ts'
import { dayFinder } from '../../../domain/day-finder.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { monthOf, type JournalMonth } from '../../../domain/journal-month.ts'
import { heldChanges, photosOf, type EntryChange, type Holds } from './counted-entries.ts'
import type { ListedEntry } from './entry-order.ts'
import type { JournalMemory } from './journal-memory.ts'
import type { RowReader } from './journal-rows.ts'

type FindDay = (instant: Instant) => JournalDay

/**
 * The marks of the entries that a question holds, by the days of a time zone, beside `ListedEntries`. After a change only
 * the entries that are shown otherwise are counted again; the map is the identical one, and so is each month, until a mark
 * is another. While a copy is read from the disk it stays the identical one, too, and nothing is counted: each piece holds
 * rows of all months in no order, so that finding their days would take long, and a month would be drawn with each piece.
 */
export class MarkedDays {
  readonly #memory: Pick<JournalMemory, 'state' | 'shown'>
  readonly #holds: Holds
  readonly #dayOf: FindDay
  #months: MarkedMonths | undefined
  #revision = -1

  /** @param holds undefined for all entries */
  constructor(
    memory: Pick<JournalMemory, 'state' | 'shown'>,
    holds: Holds | undefined,
    timeZone: string,
  ) {
    this.#memory = memory
    this.#holds = holds ?? (() => true)
    this.#dayOf = dayFinder(timeZone)
  }

  readonly current = (): MarkedMonths => {
    const { shown, state } = this.#memory
    if (this.#months !== undefined && !state().isWhole) return this.#months
    const changes = shown.entriesSince(this.#revision)
    this.#revision = shown.entriesRevision()
    this.#months =
      changes === undefined || this.#months === undefined
        ? markedAfter(new Map(), this.#held(added(state().entries.list, shown)), this.#dayOf)
        : markedAfter(this.#months, this.#held(changes), this.#dayOf)
    return this.#months
  }

  #held(changes: readonly EntryChange[]): readonly EntryChange[] {
    return heldChanges(changes, this.#holds)
  }
}

/** The marks of some entries, as those that a search found. */
export function marksOf(
  entries: readonly ListedEntry[],
  rows: RowReader,
  timeZone: string,
): MarkedMonths {
  return markedAfter(new Map(), added(entries, rows), dayFinder(timeZone))
}

function added(entries: readonly ListedEntry[], rows: RowReader): readonly EntryChange[] {
  return entries.map(({ id }) => {
    const photosAfter = photosOf(rows, id)
    return { before: undefined, after: rows.get('entries', id), photosBefore: 0, photosAfter }
  })
}

/** The marks after some entries have changed; each month without another mark is the identical one. */
function markedAfter(
  months: MarkedMonths,
  changes: readonly EntryChange[],
  dayOf: FindDay,
): MarkedMonths {
  const counts = new Map<JournalDay, DayCount>()
  const countOn = (day: JournalDay): DayCount => {
    const known = counts.get(day)
    if (known !== undefined) return known
    const count = countOf(months.get(monthOf(day))?.get(day) ?? unmarked)
    counts.set(day, count)
    return count
  }
  const count = (entry: Entry, photos: number, by: 1 | -1) => {
    countWritten(countOn(dayOf(entry.createdAt)), entry, photos, by)
    const { id } = entry
    const scheduledDate = plannedDateOf(entry)
    if (scheduledDate !== null)
      countPlanned(countOn(dayOf(scheduledDate)), { id, scheduledDate }, by)
  }
  for (const { before, after, photosBefore, photosAfter } of changes) {
    const isSame = photosBefore === photosAfter && before && after && leavesSameMarks(before, after)
    if (isSame === true) continue
    if (before !== undefined) count(before, photosBefore, -1)
    if (after !== undefined) count(after, photosAfter, 1)
  }
  return counts.size === 0 ? months : withDays(months, counts)
}

/** The months with some of their days counted again; neither a day without marks nor a month without days is held. */
function withDays(months: MarkedMonths, counted: ReadonlyMap<JournalDay, MarkedDay>): MarkedMonths {
  const changed = new Map<JournalMonth, Map<JournalDay, MarkedDay>>()
  for (const [day, marked] of counted) {
    const month = monthOf(day)
    const days = changed.get(month) ?? new Map(months.get(month))
    changed.set(month, days)
    if (isMarked(marked)) days.set(day, marked)
    else days.delete(day)
  }
  return new Map([...new Map([...months, ...changed])].filter(([, days]) => days.size > 0))
}
