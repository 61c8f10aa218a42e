import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categories, type Category } from './category.ts'
import { writtenEntry } from './entry.ts'
import { formatFilter, parseFilter } from './filter-address.ts'
import {
  activeFilterCount,
  clearedFilter,
  emptyFilter,
  filterShowing,
  matchesFilter,
  namedFilters,
  type EntryFilter,
  type FilterContext,
} from './filter.ts'
import { instantFromMilliseconds, type EntryId, type PartnerId } from './ids.ts'

const me = 'me' as PartnerId
const partner = 'partner' as PartnerId
// 17 August 2025, 14:00 in Berlin.
const now = Date.UTC(2025, 7, 17, 12)
const context: FilterContext = { me, now, timeZone: 'Europe/Berlin' }
const at = (day: number, utcHour: number, minute = 0) =>
  instantFromMilliseconds(Date.UTC(2025, 7, day, utcHour, minute))

const made = { id: 'entry' as EntryId, userId: me, createdAt: at(1, 0) }
const entryOf = (category: Category) => ({
  ...writtenEntry({ category, content: 'Text', isPrivate: false, scheduledDate: null }, made),
  photos: 0,
})

const entryArbitrary = fc
  .record({
    userId: fc.constantFrom(me, partner),
    category: fc.constantFrom(...categories),
    completed: fc.boolean(),
    photos: fc.nat({ max: 2 }),
    scheduledDate: fc.option(
      fc
        .integer({ min: -3000, max: 3000 })
        .map((minutes) => instantFromMilliseconds(now + minutes * 60_000)),
    ),
  })
  .map(({ scheduledDate, ...entry }) => ({
    ...entryOf(entry.category),
    ...entry,
    scheduledDate: entry.category === 'ideen' ? scheduledDate : null,
  }))
const filterArbitrary = fc.record({
  category: fc.option(fc.constantFrom(...categories)),
  ...Object.fromEntries(
    namedFilters.map(([name, { words }]) => [name, fc.constantFrom('all', ...Object.keys(words))]),
  ),
}) as fc.Arbitrary<EntryFilter>
const idea = entryOf('ideen')
const ideasTimes = ['upcoming', 'past', 'no-date'] as const
type FilteredEntry = Parameters<typeof matchesFilter>[0]
/** Whether a filter with only these choices shows the entry. */
const isShown = (entry: FilteredEntry, choices: Partial<EntryFilter>, time = now) =>
  matchesFilter(entry, { ...emptyFilter, ...choices }, { ...context, now: time })

describe('the time filter', () => {
  const story = { ...idea, category: 'erzaehlen' } as const

  it.each([
    ['today without a time', at(16, 22), 'upcoming'],
    ['yesterday without a time', at(15, 22), 'past'],
    ['tomorrow without a time', at(17, 22), 'upcoming'],
    ['in a minute', at(17, 12, 1), 'upcoming'],
    ['just now', at(17, 12), 'past'],
    ['a minute ago', at(17, 11, 59), 'past'],
    ['without a date', null, 'no-date'],
  ] as const)('holds an idea for %s for %3$s', (_when, scheduledDate, expected) => {
    const found = ideasTimes.filter((ideasTime) =>
      isShown({ ...idea, scheduledDate }, { ideasTime }),
    )
    expect(found).toEqual([expected])
  })

  it('keeps an idea without a time planned until its day ends', () => {
    const today = { ...idea, scheduledDate: at(16, 22) }
    const dayEnds = Date.UTC(2025, 7, 17, 22)
    expect(isShown(today, { ideasTime: 'upcoming' }, dayEnds - 1)).toBe(true)
    expect(isShown(today, { ideasTime: 'upcoming' }, dayEnds)).toBe(false)
  })

  it('shows ideas only on the tab Alle', () => {
    expect(isShown(story, { ideasTime: 'no-date' })).toBe(false)
    expect(isShown(idea, { ideasTime: 'no-date' })).toBe(true)
  })

  it('neither applies nor counts on tabs without it', () => {
    const choices = { category: 'erzaehlen', ideasTime: 'past' } as const
    expect(isShown(story, choices)).toBe(true)
    expect(activeFilterCount({ ...emptyFilter, ...choices })).toBe(0)
  })
})

it('the filters of person and status show mine or the partner’s, open or ticked off', () => {
  const shown = (filter: Partial<EntryFilter>) =>
    [me, partner].flatMap((userId) =>
      [false, true]
        .map((completed) => ({ ...idea, userId, completed }))
        .filter((entry) => isShown(entry, filter))
        .map(({ completed }) => `${userId} ${completed ? 'ticked' : 'open'}`),
    )
  expect(shown({ creator: 'mine' })).toEqual(['me open', 'me ticked'])
  expect(shown({ creator: 'partner' })).toEqual(['partner open', 'partner ticked'])
  expect(shown({ completion: 'open' })).toEqual(['me open', 'partner open'])
  expect(shown({ completion: 'completed', creator: 'mine' })).toEqual(['me ticked'])
})

describe('the number of active filters', () => {
  it.each<[Partial<EntryFilter>, number]>([
    [{}, 0],
    [{ category: 'ideen' }, 0],
    [{ completion: 'open' }, 1],
    [{ category: 'gedanken', creator: 'mine', ideasTime: 'past' }, 1],
    [{ category: 'ideen', completion: 'completed', creator: 'partner', ideasTime: 'upcoming' }, 3],
  ])('of %j is %i', (choices, count) => {
    expect(activeFilterCount({ ...emptyFilter, ...choices })).toBe(count)
  })
})

describe('filters', () => {
  it('commute: in any order the same entries remain', () => {
    fc.assert(
      fc.property(fc.array(entryArbitrary), filterArbitrary, (entries, filter) => {
        const base = clearedFilter(filter)
        const steps = namedFilters.map(([name]) => ({ ...base, [name]: filter[name] }))
        const apply = (order: readonly EntryFilter[]) =>
          order.reduce(
            (left, step) => left.filter((entry) => matchesFilter(entry, step, context)),
            entries,
          )
        const together = entries.filter((entry) => matchesFilter(entry, filter, context))
        expect(apply(steps)).toEqual(together)
        expect(apply(steps.toReversed())).toEqual(together)
      }),
    )
  })

  it('partition the entries: the counts of their choices add up', () => {
    fc.assert(
      fc.property(fc.array(entryArbitrary), filterArbitrary, (entries, filter) => {
        const countOf = (some: typeof entries, changes: Partial<EntryFilter>) =>
          some.filter((entry) => matchesFilter(entry, { ...filter, ...changes }, context)).length
        const count = (changes: Partial<EntryFilter>) => countOf(entries, changes)
        const [open, done] = [count({ completion: 'open' }), count({ completion: 'completed' })]
        expect(open + done).toBe(count({ completion: 'all' }))
        const [mine, partners] = [count({ creator: 'mine' }), count({ creator: 'partner' })]
        expect(mine + partners).toBe(count({ creator: 'all' }))
        const ideas = { category: 'ideen' } as const
        const times = ideasTimes.map((ideasTime) => count({ ...ideas, ideasTime }))
        expect(times.reduce((sum, one) => sum + one, 0)).toBe(count({ ...ideas, ideasTime: 'all' }))
        const bare = entries.filter(({ photos }) => photos === 0)
        const without = countOf(bare, { photos: 'all' })
        expect(count({ photos: 'with' })).toBe(count({ photos: 'all' }) - without)
      }),
    )
  })

  it('that are cleared keep the tab and count nothing', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        expect(activeFilterCount(clearedFilter(filter))).toBe(0)
        expect(clearedFilter(filter).category).toBe(filter.category)
      }),
    )
  })

  it('are cleared for an entry that must be seen, and only as far as needed', () => {
    fc.assert(
      fc.property(entryArbitrary, filterArbitrary, (entry, filter) => {
        const showing = filterShowing(entry, filter, context)
        expect(matchesFilter(entry, showing, context)).toBe(true)
        expect(showing === filter).toBe(matchesFilter(entry, filter, context))
      }),
    )
  })
})

describe('the address', () => {
  it('names tab and filters in German', () => {
    const filter = {
      ...emptyFilter,
      category: 'ideen',
      completion: 'open',
      creator: 'mine',
      ideasTime: 'no-date',
      photos: 'with',
    } as const
    expect(formatFilter(filter).toString()).toBe(
      'bereich=ideen&status=offen&von=meine&zeit=ohne-datum&fotos=mit',
    )
    expect(formatFilter(emptyFilter).toString()).toBe('')
  })

  it('leads back to the same filter', () => {
    fc.assert(
      fc.property(filterArbitrary, (filter) => {
        expect(parseFilter(new URLSearchParams(formatFilter(filter).toString()))).toEqual(filter)
      }),
    )
  })

  it.each(['', '?bereich=alles&status=weg&von=niemand&zeit=nie&fotos=ohne', '?zeit=toString'])(
    'filters nothing by %j',
    (search) => {
      expect(parseFilter(new URLSearchParams(search))).toEqual(emptyFilter)
    },
  )
})
