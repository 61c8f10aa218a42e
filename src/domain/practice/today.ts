import { compare } from '../compare.ts'
import { addDays, dayOf, startOfDay, type JournalDay } from '../journal-day.ts'
import type { EntryId, Instant, WordsHash } from '../ids.ts'
import type { Direction } from '../translation.ts'
import type { CardSchedule } from './scheduler.ts'

/** A translation in one direction. */
export interface PracticeCard {
  readonly entryId: EntryId
  readonly direction: Direction
  readonly german: string
  readonly croatian: string
  readonly wordsHash: WordsHash
  /** When its translation was written. */
  readonly createdAt: Instant
  /** Undefined for a new card. */
  readonly schedule: CardSchedule | undefined
}

/** The practice of a day. */
export interface Today {
  /** In the order of asking. */
  readonly due: readonly PracticeCard[]
  /** The next day on which a card is due; undefined where there is no card. */
  readonly next: JournalDay | undefined
}

const newCardsADay = 10

/**
 * The cards that are due before the day ends, with at most ten new ones: first what was learned before, then new
 * cards, those of the newest translations first, then what is asked for again after minutes.
 *
 * @param now milliseconds since 1970
 */
export function todayOf(cards: readonly PracticeCard[], now: number, timeZone: string): Today {
  const today = dayOf(now, timeZone)
  const [begin, end] = [today, addDays(today, 1)].map((day) => startOfDay(day, timeZone)) as [
    number,
    number,
  ]
  const known = cards.filter((card): card is KnownCard => card.schedule !== undefined)
  const begunToday = known.filter(({ schedule: { begun } }) => begun >= begin && begun < end).length
  const due = known.filter((card) => card.schedule.due < end).toSorted(byDue)
  const fresh = cards.filter(({ schedule }) => schedule === undefined).toSorted(newestFirst)
  const isNow = ({ schedule }: KnownCard) => !schedule.isLearning || schedule.due <= now
  const added = fresh.slice(0, Math.max(0, newCardsADay - begunToday))
  const laterDays = known
    .filter((card) => card.schedule.due >= end)
    .map(({ schedule }) => schedule.due)
  const nextDue = laterDays.length === 0 ? undefined : dayOf(least(laterDays), timeZone)
  return {
    due: [
      ...due.filter(isNow),
      // Both directions one after the other would give the answer away.
      ...added.filter(({ direction }) => direction === 'de-hr'),
      ...added.filter(({ direction }) => direction === 'hr-de'),
      ...due.filter((card) => !isNow(card)),
    ],
    next: fresh.length > added.length ? addDays(today, 1) : nextDue,
  }
}

type KnownCard = PracticeCard & { readonly schedule: CardSchedule }

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other))
}

function byDue(one: KnownCard, other: KnownCard): number {
  return one.schedule.due - other.schedule.due || newestFirst(one, other)
}

function newestFirst(one: PracticeCard, other: PracticeCard): number {
  return (
    compare(other.createdAt, one.createdAt) ||
    compare(one.entryId, other.entryId) ||
    compare(one.direction, other.direction)
  )
}

/** The next card; the same one follows itself only if there is no other. */
export function nextCard(
  { due }: Pick<Today, 'due'>,
  last: PracticeCard | undefined,
): PracticeCard | undefined {
  return due.find((card) => last === undefined || !isSameCard(card, last)) ?? due[0]
}

export function isSameCard(one: PracticeCard, other: PracticeCard): boolean {
  return one.entryId === other.entryId && one.direction === other.direction
}
