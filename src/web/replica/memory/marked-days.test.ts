import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import {
  markedOn,
  photoCount,
  plannedDateOf,
  privateCount,
  unmarked,
  type MarkedMonths,
} from '../../../domain/calendar-day.ts'
import { categories, type Category } from '../../../domain/category.ts'
import type { Entry } from '../../../domain/entry.ts'
import { emptyFilter, namedFilters, type EntryFilter } from '../../../domain/filter.ts'
import {
  instantFromMilliseconds,
  millisecondsOf,
  type Instant,
  type PhotoId,
} from '../../../domain/ids.ts'
import { addDays, dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { monthOf } from '../../../domain/journal-month.ts'
import { isUnder } from '../questions/list.ts'
import type { JournalMemory } from './journal-memory.ts'
import { ListedEntries } from './listed-entries.ts'
import { MarkedDays, marksOf } from './marked-days.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalRow,
  journalWith,
  me,
  photoOf,
} from './test-journal.ts'

const berlin = 'Europe/Berlin'

/** The marks under a filter, asked for after each change, as a calendar on the screen does. */
function marksIn(memory: JournalMemory, holds?: (entry: Entry) => boolean) {
  const marked = new MarkedDays(memory, holds, berlin)
  memory.subscribe(() => void marked.current())
  return marked
}
const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)
const momentAt = (hours: number) => instantFromMilliseconds(start + hours * hour)

it('a tick, and another text, change no mark; a day that has another one changes its month alone', () => {
  const memory = journalWith([entryOn(1), entryOn(2), entryOn(40)])
  const holds = vi.fn<(entry: Entry) => boolean>(() => true)
  const marked = marksIn(memory, holds)
  const before = marked.current()
  holds.mockClear()
  memory.change((rows) => rows.put('entries', entryOn(1, { completed: true, content: 'anders' })))
  expect(marked.current()).toBe(before)
  expect(new Set(holds.mock.calls.map(([{ id }]) => id))).toEqual(new Set([idOf(1)]))
  memory.change((rows) => rows.put('entries', entryOn(1, { category: 'erzaehlen' })))
  const after = marked.current()
  const [january, february] = [...before.keys()].sort()
  expect(after.get(february as never)).toBe(before.get(february as never))
  expect(after.get(january as never)).not.toBe(before.get(january as never))
})

it('a day without marks, and a month without such days, are not held', () => {
  const memory = journalWith([entryOn(1), entryOn(40)])
  const marked = marksIn(memory)
  expect(marked.current().size).toBe(2)
  memory.change((rows) => rows.remove('entries', idOf(40)))
  expect([...marked.current().keys()]).toEqual(['2026-01'])
})

it('while a copy is read it stays the identical map, and nothing is counted; then it holds all', () => {
  const memory = journalWith([entryOn(1)])
  memory.setReadState({ isWhole: false })
  const holds = vi.fn<(entry: Entry) => boolean>(() => true)
  const marked = marksIn(memory, holds)
  const first = marked.current()
  for (const day of [40, 2]) memory.change((rows) => rows.put('entries', entryOn(day)))
  expect(marked.current()).toBe(first)
  expect(holds).toHaveBeenCalledTimes(1)
  memory.setReadState({ isWhole: true })
  const sizes = [...marked.current()].map(([month, days]) => [month, days.size])
  expect(Object.fromEntries(sizes)).toEqual({ '2026-01': 2, '2026-02': 1 })
})

/** Entries that fall on the hours around midnight, some planned, in a list that a person changes. */
const change = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom(
    ...(['put', 'put', 'privacy', 'plan', 'tick', 'move', 'remove', 'delete', 'undo'] as const),
    ...(['photo', 'photo', 'no photo'] as const),
  ),
  hours: fc.integer({ min: 0, max: 24 * 35 }),
  planned: fc.option(fc.integer({ min: 0, max: 24 * 35 })),
  category: fc.constantFrom(...categories),
  isMine: fc.boolean(),
  isPrivate: fc.boolean(),
  completed: fc.boolean(),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const anyFilter = fc.record({
  category: fc.constantFrom(null, ...categories),
  ...Object.fromEntries(
    namedFilters.map(([name, { words }]) => [name, fc.constantFrom('all', ...Object.keys(words))]),
  ),
}) as fc.Arbitrary<EntryFilter>

/** Most hide much of what changes. */
const filter = fc.oneof(fc.constant(emptyFilter), anyFilter)

const zone = fc.constantFrom(berlin, 'Pacific/Apia', 'America/New_York', 'UTC')

function apply(memory: JournalMemory, changes: readonly Change[]): void {
  memory.change((rows) => {
    for (const one of changes) {
      const { number, kind, hours, planned, category, isMine, isPrivate, completed } = one
      const scheduledDate = category !== 'ideen' || planned === null ? null : momentAt(planned)
      const made = isMine ? { userId: me, isPrivate } : {}
      const others = { createdAt: momentAt(hours), category, completed, scheduledDate, ...made }
      if (kind === 'put') rows.put('entries', entryOn(number, others))
      const row = rows.get('entries', idOf(number))
      if (row && kind === 'privacy') rows.put('entries', { ...row, isPrivate: !row.isPrivate })
      if (row && kind === 'plan' && planned !== null)
        rows.put('entries', { ...row, category: 'ideen', scheduledDate: momentAt(planned) })
      if (row && kind === 'tick') rows.put('entries', { ...row, completed: !row.completed })
      if (row && kind === 'move') rows.put('entries', { ...row, category })
      if (kind === 'remove') rows.remove('entries', idOf(number))
      if (kind === 'delete') rows.put('deletions', { entryId: idOf(number), due: 0 })
      if (kind === 'undo') rows.remove('deletions', idOf(number))
      // Of an entry that is there, or that comes later; a photo keeps its id.
      const id = `photo ${number} ${hours % 3}` as PhotoId
      if (kind === 'photo') rows.put('photos', photoOf(number, { id }))
      if (kind === 'no photo') rows.remove('photos', id)
    }
  })
}

/** All marks, counted one entry after the other. */
function counted(
  memory: JournalMemory,
  entries: readonly Entry[],
  now: number,
  timeZone: string,
): readonly string[] {
  const today = dayOf(now, timeZone)
  const dayIn = (instant: Instant) => dayOf(millisecondsOf(instant), timeZone)
  return entries
    .flatMap((entry) => {
      const { createdAt, category, isPrivate, id } = entry
      const written = dayIn(createdAt)
      const day = written > today ? today : written
      const date = plannedDateOf(entry)
      const planned = date === null ? '' : dayIn(date)
      return [
        `${day} ${category}`,
        ...(isPrivate ? [`${day} private`] : []),
        ...memory.shown.of('photos', id).map(() => `${day} photo`),
        ...(planned >= today ? [`${planned} ${id}`] : []),
      ]
    })
    .sort()
}

const days = Array.from({ length: 40 }, (_, index) => addDays('2025-12-29' as JournalDay, index))

function shown(
  months: MarkedMonths,
  now: number,
  timeZone: string,
  tab: Category | null = null,
): readonly string[] {
  const today = dayOf(now, timeZone)
  return days
    .flatMap((day) => {
      const marked = markedOn({ months, tab }, day, today)
      return [
        ...categories.flatMap((one, place) => times(marked.written[place] ?? 0, `${day} ${one}`)),
        ...times(privateCount(marked), `${day} private`),
        ...times(photoCount(marked), `${day} photo`),
        ...marked.planned.map(({ id }) => `${day} ${id}`),
      ]
    })
    .sort()
}

function times(count: number, text: string): readonly string[] {
  return Array.from({ length: count }, () => text)
}

it('holds what counting all entries would, after any changes, under each filter, in each zone and past midnight', () => {
  const piece = fc.record({
    changes: fc.array(change, { minLength: 1, maxLength: 12, size: 'max' }),
    isSeen: fc.boolean(),
  })
  const nows = fc.array(fc.integer({ min: 0, max: 24 * 35 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 5, size: 'max' }),
      filter,
      zone,
      nows,
      (pieces, one, timeZone, hours) => {
        const memory = journalWith([])
        memory.change((rows) => rows.put('journal', journalRow({ timeZone })))
        const listedAt = start + 24 * 15 * hour
        const holds = isUnder(memory.state(), one, listedAt)
        const always = new MarkedDays(memory, holds, timeZone)
        const seldom = new MarkedDays(memory, holds, timeZone)
        const all = new MarkedDays(memory, undefined, timeZone)
        const listed = new ListedEntries(memory, holds)
        memory.subscribe(() => {
          always.current()
          listed.current()
        })
        for (const { changes, isSeen } of pieces) {
          apply(memory, changes)
          if (isSeen) seldom.current()
        }
        const entries = entriesIn(memory).filter(
          (entry) => holds?.(entry, memory.shown.of('photos', entry.id).length) ?? true,
        )
        expect(listed.current().map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
        const found = marksOf(entries, memory.shown, timeZone)
        for (const now of hours.map((count) => start + count * hour)) {
          const wanted = counted(memory, entries, now, timeZone)
          expect(shown(always.current(), now, timeZone)).toEqual(wanted)
          expect(shown(seldom.current(), now, timeZone)).toEqual(wanted)
          expect(shown(found, now, timeZone)).toEqual(wanted)
          const { category } = one
          if (category === null) continue
          const onTab = entriesIn(memory).filter((entry) => entry.category === category)
          expect(shown(all.current(), now, timeZone, category)).toEqual(
            counted(memory, onTab, now, timeZone),
          )
        }
      },
    ),
  )
})

it('another filter counts alone what it holds', () => {
  const memory = journalWith([entryOn(1), entryOn(1.5, { category: 'ideen' })])
  const holds = isUnder(memory.state(), { ...emptyFilter, category: 'ideen' }, start)
  const day = dayOf(millisecondsOf(at(1)), berlin)
  const marked = new MarkedDays(memory, holds, berlin).current()
  expect(marked.get(monthOf(day))?.get(day)).toEqual({ ...unmarked, written: [0, 1, 0, 0] })
})
