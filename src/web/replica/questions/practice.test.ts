import {
  assert,
  array,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { ReviewId } from '../../../domain/ids.ts'
import { grades } from '../../../domain/practice/grade.ts'
import { wordsHash } from '../../../domain/practice/words-hash.ts'
import { directions } from '../../../domain/translation.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import {
  at,
  entryOn,
  idOf,
  journalWith,
  reviewOn as anyReviewOn,
  setQueue,
} from '../memory/test-journal.ts'
import { practiceCards } from './practice.ts'

const word = (croatian: string) =>
  entryOn(1, { category: 'uebersetzungen', content: `🇩🇪 Haus | 🇭🇷 ${croatian}` })
const hash = wordsHash({ german: 'Haus', croatian: 'kuća' })
/** Noon of a day long after. */
const now = Date.UTC(2027, 0, 1, 11)

const reviewOn = (day: number, changes: Partial<RowOf<'reviews'>> = {}) =>
  anyReviewOn(day, { wordsHash: hash, ...changes })

function journalOf(...reviews: readonly RowOf<'reviews'>[]) {
  const memory = journalWith([word('kuća'), entryOn(2)])
  memory.change((rows) => {
    for (const review of reviews) rows.put('reviews', review)
  })
  return memory
}

/** The schedule of each direction; undefined for a new card. */
function schedules(memory: ReturnType<typeof journalOf>, when = now) {
  const cards = practiceCards(memory.state(), memory.shown, when)
  for (;;) {
    const step = cards.next()
    if (step.done === true) return step.value.map(({ schedule }) => schedule)
  }
}

it('a translation is two new cards until it is practised, another entry none', () => {
  expect(schedules(journalOf())).toEqual([undefined, undefined])
  const [german, croatian] = schedules(journalOf(reviewOn(3)))
  expect(german?.begun).toBe(Date.parse(at(3)))
  expect(croatian).toBeUndefined()
})

it('a review that arrives late changes the state as if it had been there', () => {
  const memory = journalOf(reviewOn(3), reviewOn(20))
  const before = schedules(memory)
  memory.change((rows) => rows.put('reviews', reviewOn(5)))
  expect(schedules(memory)).not.toEqual(before)
  expect(schedules(memory)).toEqual(schedules(journalOf(reviewOn(3), reviewOn(5), reviewOn(20))))
})

it('any order of arrival gives the same state, with looks at it between', () => {
  const rows = array(
    record({
      day: integer({ min: 1, max: 60 }),
      direction: constantFrom(...directions),
      grade: constantFrom(...grades),
    }),
    { minLength: 1, maxLength: 15 },
  ).map((given) =>
    given.map(({ day, ...more }, index) =>
      reviewOn(day, { ...more, id: `review ${index}` as ReviewId }),
    ),
  )
  const shuffled = rows.chain((all) => shuffledSubarray(all, { minLength: all.length }))
  assert(
    property(shuffled, (reviews) => {
      const memory = journalOf()
      for (const review of reviews) {
        memory.change((changed) => changed.put('reviews', review))
        schedules(memory)
      }
      const inOrder = reviews.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      expect(schedules(memory)).toEqual(schedules(journalOf(...inOrder)))
    }),
    { numRuns: 50 },
  )
})

it('a corrected mark keeps what was learned; another word begins again, and its way back restores it', () => {
  const memory = journalOf(reviewOn(3), reviewOn(3, { direction: 'hr-de' }))
  const before = schedules(memory)
  const edit = (croatian: string) => memory.change((rows) => rows.put('entries', word(croatian)))
  edit('Kuca!')
  expect(schedules(memory)).toEqual(before)
  edit('dom')
  expect(schedules(memory)).toEqual([undefined, undefined])
  edit('kuća')
  expect(schedules(memory)).toEqual(before)
})

it('an answer counts at once, in the future as now; the server’s row then decides', () => {
  const memory = journalOf()
  const reviewId = 'unsent' as ReviewId
  const { entryId, direction, grade, createdAt } = reviewOn(40)
  const answer = { reviewId, entryId, direction, grade, wordsHash: hash, createdAt }
  setQueue(memory, { action: 'add-review', ...answer })
  const early = Date.parse(at(30))
  expect(schedules(memory, early)[0]?.begun).toBe(early)
  expect(schedules(memory)[0]?.begun).toBe(Date.parse(at(40)))
  setQueue(memory)
  memory.change((rows) => rows.put('reviews', reviewOn(35, { id: reviewId })))
  expect(schedules(memory, early)[0]?.begun).toBe(Date.parse(at(35)))
})

it('a word that is hidden has no cards, and the same ones once it is back', () => {
  const memory = journalOf(reviewOn(3))
  const before = schedules(memory)
  memory.change((rows) => rows.remove('entries', idOf(1)))
  expect(schedules(memory)).toEqual([])
  memory.change((rows) => rows.put('entries', word('kuća')))
  expect(schedules(memory)).toEqual(before)
})
