import { describe, expect, it } from 'vitest'
import {
  countOf,
  countPlanned,
  countWritten,
  leavesSameMarks,
  markedOn,
  plannedDateOf,
  privateCount,
  unmarked,
  writtenCategories,
  writtenCount,
  type MarkedDay,
  type MarkedMonths,
  type MarkingEntry,
  type PlannedIdea,
} from './calendar-day.ts'
import type { Category } from './category.ts'
import type { EntryId, Instant } from './ids.ts'
import type { JournalDay } from './journal-day.ts'
import { monthOf } from './journal-month.ts'
import { monthRange, monthsWithMarks, nextPlanned } from './marked-months.ts'

const day = (text: string) => text as JournalDay
const instant = (text: string) => `${text}:00.000000Z` as Instant
const entry = (changes: Partial<MarkingEntry> = {}): MarkingEntry => ({
  id: 'a' as EntryId,
  createdAt: instant('2026-06-12T10:00'),
  category: 'erzaehlen',
  isPrivate: false,
  completed: false,
  scheduledDate: null,
  ...changes,
})
function withWritten(day: MarkedDay, one: MarkingEntry, by: 1 | -1): MarkedDay {
  const count = countOf(day)
  countWritten(count, one, 0, by)
  return count
}
function withPlanned(day: MarkedDay, one: PlannedIdea, by: 1 | -1 = 1): MarkedDay {
  const count = countOf(day)
  countPlanned(count, one, by)
  return count
}
const idea = (id: string, at: string) => ({ id: id as EntryId, scheduledDate: instant(at) })
const written = (...categories: MarkingEntry['category'][]) =>
  categories.reduce((sum, category) => withWritten(sum, entry({ category }), 1), unmarked)
const planned = (...ideas: readonly PlannedIdea[]) =>
  ideas.reduce((sum, one) => withPlanned(sum, one), unmarked)

function months(days: Readonly<Record<string, MarkedDay>>): MarkedMonths {
  const all = new Map<ReturnType<typeof monthOf>, Map<JournalDay, MarkedDay>>()
  for (const [text, marked] of Object.entries(days)) {
    const month = monthOf(day(text))
    all.set(month, (all.get(month) ?? new Map<JournalDay, MarkedDay>()).set(day(text), marked))
  }
  return all
}

const onAllTabs = (held: MarkedMonths) => ({ months: held, tab: null })

describe('a marked day', () => {
  it('counts what was written on it, of which some is private, and names the categories in the order of the tabs', () => {
    const one = withWritten(written('ideen', 'erzaehlen'), entry({ isPrivate: true }), 1)
    expect([writtenCount(one), privateCount(one)]).toEqual([3, 1])
    expect(writtenCategories(one)).toEqual(['erzaehlen', 'ideen'])
    expect(withWritten(one, entry({ isPrivate: true }), -1)).toEqual(written('erzaehlen', 'ideen'))
  })

  it('holds its planned ideas by their time', () => {
    const late = idea('a', '2026-06-12T18:00')
    const early = idea('b', '2026-06-12T08:00')
    const both = planned(late, early)
    expect(both.planned).toEqual([early, late])
    expect(unmarked.planned).toEqual([])
    expect(withPlanned(both, early, -1).planned).toEqual([late])
  })

  it('takes open ideas with a date for planned', () => {
    const scheduledDate = instant('2026-06-20T10:00')
    expect(plannedDateOf(entry({ category: 'ideen', scheduledDate }))).toBe(scheduledDate)
    expect(plannedDateOf(entry({ category: 'ideen', scheduledDate, completed: true }))).toBeNull()
    expect(plannedDateOf(entry({ category: 'gedanken', scheduledDate }))).toBeNull()
    expect(plannedDateOf(entry({ category: 'ideen' }))).toBeNull()
  })

  it('stays the same where a change leaves the entry’s marks', () => {
    expect(leavesSameMarks(entry(), entry({ completed: true }))).toBe(true)
    const planned = entry({ category: 'ideen', scheduledDate: instant('2026-06-20T10:00') })
    expect(leavesSameMarks(planned, { ...planned, completed: true })).toBe(false)
    expect(leavesSameMarks(entry(), entry({ isPrivate: true }))).toBe(false)
    expect(leavesSameMarks(entry(), entry({ createdAt: instant('2026-06-12T11:00') }))).toBe(false)
  })
})

describe('markedOn', () => {
  const plan = planned(idea('a', '2026-06-11T10:00'))
  const all = months({
    '2026-06-11': { ...plan, written: written('erzaehlen').written },
    '2026-06-12': written('ideen'),
    '2026-06-13': written('gedanken'),
    '2026-07-01': { ...plan, written: written('gedanken').written, privates: [0, 0, 1, 0] },
  })
  const on = (text: string, today: string) => markedOn(onAllTabs(all), day(text), day(today))

  it('shows a plan until its day is over', () => {
    expect(on('2026-06-11', '2026-06-11').planned).toEqual(plan.planned)
    expect(on('2026-06-11', '2026-06-12')).toEqual(written('erzaehlen'))
  })

  it('shows under today what was dated later by a wrong clock, and nothing written on later days', () => {
    expect(on('2026-06-12', '2026-06-12')).toEqual({
      ...written('ideen', 'gedanken', 'gedanken'),
      privates: [0, 0, 1, 0],
    })
    expect(on('2026-06-13', '2026-06-12')).toEqual(unmarked)
    expect(on('2026-07-01', '2026-06-12')).toEqual(plan)
    expect(on('2026-06-12', '2026-07-01')).toEqual(written('ideen'))
  })

  it('has nothing on other days', () => {
    expect(on('2020-01-01', '2026-06-12')).toEqual(unmarked)
  })
})

describe('months', () => {
  const all = months({
    '2024-02-03': planned(idea('a', '2026-08-01T10:00')),
    '2025-03-09': written('ideen'),
    '2026-08-01': planned(idea('a', '2026-08-01T10:00')),
  })
  const range = (today: string, tab: Category | null = null) =>
    Object.values(monthRange({ months: all, tab }, day(today)))

  it('reach from the first entry to the last planned idea or today', () => {
    expect(range('2026-06-12')).toEqual(['2025-03', '2026-08'])
    expect(range('2026-08-02')).toEqual(['2025-03', '2026-08'])
    expect(range('2027-01-01')).toEqual(['2025-03', '2027-01'])
    expect(range('2026-06-12', 'ideen')).toEqual(['2025-03', '2026-08'])
    expect(range('2026-06-12', 'gedanken')).toEqual(['2026-06', '2026-06'])
    const ofNone = monthRange(onAllTabs(new Map()), day('2026-06-12'))
    expect(Object.values(ofNone)).toEqual(['2026-06', '2026-06'])
  })

  it('are offered where they show something', () => {
    expect(monthsWithMarks(onAllTabs(all), day('2026-06-12'))).toEqual(['2025-03', '2026-08'])
    expect(monthsWithMarks(onAllTabs(all), day('2026-08-02'))).toEqual(['2025-03'])
    expect(monthsWithMarks(onAllTabs(all), day('2024-02-01'))).toContain('2024-02')
  })
})

describe('nextPlanned', () => {
  const all = months({
    '2026-06-12': planned(idea('past', '2026-06-12T08:00'), idea('soon', '2026-06-12T16:00')),
    '2026-06-30': planned(idea('june', '2026-06-30T10:00')),
    '2026-07-02': planned(idea('july', '2026-07-02T10:00')),
    '2026-05-02': planned(idea('may', '2026-05-02T10:00')),
  })
  const noon = { now: Date.UTC(2026, 5, 12, 12), timeZone: 'Europe/Berlin' }
  const next = (most: number) => nextPlanned(all, { ...noon, most }).map(({ id }) => id)

  it('yields the next ones, without those whose moment has come', () => {
    expect(next(2)).toEqual(['soon', 'june'])
    expect(next(9)).toEqual(['soon', 'june', 'july'])
  })
})
