import { describe, expect, it } from 'vitest'
import { quoteAuthorLimit, quoteTextLimit } from './limits.ts'
import { isUuid, type PartnerId } from './ids.ts'
import { moodWeights, pickQuote } from './quote-of-the-day.ts'
import {
  quoteLikeId,
  quoteMoods,
  validateQuote,
  type BuiltInQuote,
  type QuoteMood,
} from './quote.ts'

const person = '0e81faa6-6799-4d0a-971f-fb0b83ca2f01' as PartnerId

describe('a like', () => {
  it('has one id per person, text and author, always the same', () => {
    const id = quoteLikeId(person, { text: 'Liebe, und „tu“.', author: 'Augustinus' })
    expect(isUuid(id)).toBe(true)
    expect(id).toBe('56bc5e78-30ad-5eba-b43b-6fa124c540f2')
    expect(quoteLikeId(person, { text: 'a b', author: 'c' })).not.toBe(
      quoteLikeId(person, { text: 'a', author: 'b c' }),
    )
  })
})

describe('a personal quote', () => {
  it('is normalised', () => {
    expect(validateQuote({ text: ' Carpe diem ', author: ' Horaz\n' })).toEqual({
      ok: true,
      quote: { text: 'Carpe diem', author: 'Horaz' },
    })
  })

  it.each([
    [{ text: ' ', author: 'Horaz' }, 'empty', 'text'],
    [{ text: 'x', author: '' }, 'empty', 'author'],
    [{ text: '\u2800', author: 'Horaz' }, 'empty', 'text'],
    [{ text: 'x', author: '\u200D' }, 'empty', 'author'],
    [{ text: 'x'.repeat(quoteTextLimit + 1), author: 'Horaz' }, 'too-long', 'text'],
    [{ text: 'x', author: 'x'.repeat(quoteAuthorLimit + 1) }, 'too-long', 'author'],
  ])('%#: is refused', (form, reason, field) => {
    expect(validateQuote(form)).toEqual({ ok: false, reason, field })
  })

  it('and its author may be as long as their limits', () => {
    const [text, author] = ['😀'.repeat(quoteTextLimit), '😀'.repeat(quoteAuthorLimit)]
    expect(validateQuote({ text, author }).ok).toBe(true)
  })
})

describe('the hour table', () => {
  it.each([
    [4, [0.1, 0.2, 0.4, 0.3]],
    [5, [0.4, 0.3, 0.2, 0.1]],
    [10, [0.4, 0.3, 0.2, 0.1]],
    [11, [0.3, 0.4, 0.2, 0.1]],
    [16, [0.3, 0.4, 0.2, 0.1]],
    [17, [0.2, 0.3, 0.3, 0.2]],
    [21, [0.2, 0.3, 0.3, 0.2]],
    [22, [0.1, 0.2, 0.4, 0.3]],
    [23, [0.1, 0.2, 0.4, 0.3]],
    [0, [0.1, 0.2, 0.4, 0.3]],
  ])('at %i gives the moods %j', (hour, expected) => {
    expect(quoteMoods.map((mood) => moodWeights(hour)[mood])).toEqual(expected)
  })
})

const quote = (text: string, mood: QuoteMood) =>
  ({ text, author: 'A', category: 'leben', mood, source: 'B 1' }) as const
/** Chance that yields these numbers, then 0. */
const drawing = (numbers: number[]) => () => numbers.shift() ?? 0
const quotes = quoteMoods.flatMap((mood) => [quote(`${mood} 1`, mood), quote(`${mood} 2`, mood)])

/** Moods drawn when the first random number runs evenly through a thousand places. */
function distribution(hour: number, from: readonly BuiltInQuote[]) {
  const counts: Record<string, number> = {}
  for (let step = 0; step < 1000; step += 1) {
    const mood = pickQuote(drawing([(step + 0.5) / 1000, 0.3]), hour, from)?.mood ?? 'none'
    counts[mood] = (counts[mood] ?? 0) + 1
  }
  return counts
}

describe('picking a quote', () => {
  it.each([5, 11, 17, 22])('at %i follows the hour table', (hour) => {
    const weights = Object.entries(moodWeights(hour))
    const expected = weights.map(([mood, weight]) => [mood, Math.round(weight * 1000)])
    expect(distribution(hour, quotes)).toEqual(Object.fromEntries(expected))
  })

  it('gives the share of a missing mood to the others', () => {
    const present = quotes.filter(({ mood }) => mood === 'motivierend' || mood === 'reflektierend')
    expect(distribution(5, present)).toEqual({ motivierend: 800, reflektierend: 200 })
  })

  it('never repeats the one on screen while there is another', () => {
    for (const shown of quotes)
      for (let step = 0; step < 20; step += 1)
        expect(pickQuote(() => step / 20, 12, quotes, shown)).not.toEqual(shown)
  })

  it('repeats the only one, and picks none from an empty list', () => {
    const only = quote('einzig', 'beruhigend')
    expect(pickQuote(() => 0.99, 12, [only], only)).toBe(only)
    expect(pickQuote(() => 0.5, 12, [])).toBeUndefined()
  })

  it('can pick every quote of a mood', () => {
    const picked = [0, 0.49, 0.5, 0.999].map(
      (second) => pickQuote(drawing([0, second]), 5, quotes)?.text,
    )
    expect(picked).toEqual(['motivierend 1', 'motivierend 1', 'motivierend 2', 'motivierend 2'])
  })
})
