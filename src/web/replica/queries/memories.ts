import type { Entry } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  millisecondsOf,
  type Instant,
  type PartnerId,
} from '../../../domain/ids.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../../../domain/journal-day.ts'
import { memoryDaysOn, type MemoryDay, type MemoryMark } from '../../../domain/memory-days.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimistic } from '../mutations/optimistic.ts'
import { shownEntry } from './details.ts'
import { readWithPending } from './entries.ts'
import { actionsOn } from '../mutations/registry.ts'
import { heldReactions } from './held-reactions.ts'
import { byCreation, readMutations, readNames, readPendingAbout } from './pending.ts'
import type { Memory } from './shown.ts'

/** So many on either side of the one that is shown have their reactions, so that the next stands there whole. */
const neighbours = 2

/**
 * The entries that a person is reminded of today, the latest day first and each day in its order, without
 * those the person does not want to see; none once that was said for today. The partner's private entries
 * are not on this device to begin with (D9). Call it in `inReadTransaction`.
 *
 * @param now milliseconds since 1970; the journal's time zone decides the day
 * @param chosen the place of the one that is shown, else the last: it and its neighbours have their reactions, the others none.
 *   After years a day has hundreds, and each costs a request
 */
export async function readMemories(
  database: ReplicaDatabase,
  me: PartnerId,
  now: number,
  chosen: number,
): Promise<readonly Memory[]> {
  const [journal, names, own] = await Promise.all([
    database.journal.get('journal'),
    readNames(database),
    readMemoryMarks(database, me),
  ])
  if (journal === undefined) return []
  const { timeZone } = journal
  const today = dayOf(now, timeZone)
  const start = (day: JournalDay) => instantFromMilliseconds(startOfDay(day, timeZone))
  // Of the past only: what is written today asks for no second reading.
  const oldest = await database.entries
    .where('[createdAt+id]')
    .below([start(today)])
    .first()
  if (oldest === undefined) return []
  if (own.some(({ until }) => until === today)) return []
  const days = memoryDaysOn(today, dayOf(millisecondsOf(oldest.createdAt), timeZone))
  const written = await Promise.all(days.map(async (day) => readDay(database, day, start)))
  const pending = await readPendingAbout(
    database,
    written.flat().map(({ id }) => id),
  )
  const changed = await readWithPending(database, pending, me)
  const found = days.flatMap(({ ago }, index) =>
    (written[index] ?? [])
      .flatMap((row) => {
        if (pending.hidden.has(row.id)) return []
        if (!pending.byAggregate.has(row.id)) return row
        return changed.find(({ id }) => id === row.id) ?? []
      })
      .filter((entry) => !isMarked(entry, own, today))
      .sort(byCreation)
      .map((entry) => ({ ago, entry })),
  )
  const entries = found.map(({ entry }) => entry)
  const read = await heldReactions(database).readFollowed(nearTo(entries, chosen))
  const stored = new Map(read.map(({ entry, reactions }) => [entry.id, reactions]))
  return found.map(({ ago, entry }) => {
    const reactions = stored.get(entry.id) ?? []
    return { ago, entry: shownEntry({ entry, reactions }, pending, names, me) }
  })
}

/** The last is followed by the first. */
function nearTo(entries: readonly Entry[], chosen: number): readonly Entry[] {
  const shown = Math.min(chosen, entries.length - 1)
  return entries.filter((_, index) => {
    const distance = Math.abs(index - shown)
    return Math.min(distance, entries.length - distance) <= neighbours
  })
}

/** Everything that this person does not want to be reminded of. Call it in `inReadTransaction`. */
export async function readMemoryMarks(
  database: ReplicaDatabase,
  me: PartnerId,
): Promise<readonly MemoryMark[]> {
  const [mutations, marks] = await Promise.all([
    readMutations(database, actionsOn('memory_marks')),
    database.memory_marks.toArray(),
  ])
  return optimistic('memory_marks', marks, mutations, me)
}

async function readDay(
  { entries }: ReplicaDatabase,
  { first, last }: MemoryDay,
  start: (day: JournalDay) => Instant,
): Promise<readonly Entry[]> {
  return entries
    .where('[createdAt+id]')
    .between([start(first)], [start(addDays(last, 1))])
    .toArray()
}

function isMarked({ id }: Entry, marks: readonly MemoryMark[], today: JournalDay): boolean {
  return marks.some(({ entryId, until }) => entryId === id && (until === null || until >= today))
}
