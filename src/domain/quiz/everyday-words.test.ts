import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '../ids.ts'
import { unmarkedWordKey, wordKey } from './word-key.ts'
import { confusedWords } from './confusions.ts'
import { slippedWords } from './misspelling.ts'
import { directions } from '../translation.ts'
import { makeQuestion } from './question.ts'
import { seeded } from './test-random.ts'
import type { Word } from './vocabulary.ts'
import { isFull } from '../../../tests/support/quick.ts'

type Pair = readonly [german: string, croatian: string]

/** Forty words of every day, as they are spelt. */
const everyday = `
  Wasser voda, Kaffee kava, Meer more, Brot kruh, Fisch riba, trinken piti, mein moj, Tür vrata,
  Baum drvo, Hand ruka, Haus kuća, Frau žena, sechs šest, Liebe ljubav, Milch mlijeko,
  schön lijepo, Tag dan, Nacht noć, Sonne sunce, Monat mjesec, Stadt grad, Hund pas,
  Katze mačka, Kinder djeca, Mädchen djevojka, Freund prijatelj, Mutter majka, Vater otac,
  Bruder brat, Schwester sestra, Apfel jabuka, Käse sir, Wein vino, Buch knjiga, Schule škola,
  Tee čaj, Schüler đak, essen jesti, Straße cesta, grüßen pozdraviti`
  .trim()
  .split(/,\s+/)
  .map((pair) => pair.split(' ') as unknown as Pair)

/** The words as typed on a keyboard that has no such letters. */
const bare = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('đ', 'dj')

const withoutMarks = everyday.map(([german, croatian]): Pair => [bare(german), bare(croatian)])
const asWords = (pairs: readonly Pair[]): readonly Word[] =>
  pairs.map(([german, croatian], at) => ({ entryId: `entry-${at}` as EntryId, german, croatian }))

/** Wrong options that are a right answer; every word here has one, however it was typed. */
function rightOnesAmongWrong(vocabulary: readonly Word[], at: number, seed: number): string[] {
  const word = vocabulary[at]
  if (word === undefined) return ['no word']
  return directions.flatMap((direction) => {
    const { options, correctAnswer } = makeQuestion(word, direction, vocabulary, seeded(seed))
    const side = direction === 'de-hr' ? 1 : 0
    const spelling = everyday.find(
      (pair) => unmarkedWordKey(bare(pair[side])) === unmarkedWordKey(correctAnswer),
    )
    const different = new Set(options.map(wordKey)).size
    return [
      ...options.filter((option) => option !== correctAnswer && option === spelling?.[side]),
      ...(spelling === undefined ? [`${correctAnswer} is not known`] : []),
      ...(different === 4 && options.length === 4 ? [] : [`${different} options`]),
    ]
  })
}

describe('the everyday words', () => {
  it.each([
    ['as they are spelt', everyday],
    ['typed without marks', withoutMarks],
    ['in both ways, the right one first', [...everyday, ...withoutMarks]],
    ['in both ways, the bare one first', [...withoutMarks, ...everyday]],
  ])('%s never have their right spelling among the wrong options', (_how, pairs) => {
    const vocabulary = asWords(pairs)
    fc.assert(
      fc.property(fc.nat(vocabulary.length - 1), fc.integer(), (at, seed) => {
        expect(rightOnesAmongWrong(vocabulary, at, seed)).toEqual([])
      }),
      { numRuns: isFull ? 1_500 : 100 },
    )
  })

  it('in a vocabulary of three, where misspellings fill in, are safe as well', () => {
    const three = fc.subarray(withoutMarks, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(three, fc.integer(), (pairs, seed) => {
        const vocabulary = asWords(pairs)
        const wrong = vocabulary.flatMap((_, at) => rightOnesAmongWrong(vocabulary, at, seed))
        expect(wrong).toEqual([])
      }),
      { numRuns: isFull ? 500 : 50 },
    )
  })

  it.each(everyday.map(([, croatian]) => croatian))(
    '%s has at least three misspellings, and all look possible',
    (word) => {
      const made = [...confusedWords(word, 'croatian'), ...slippedWords(word, 'croatian')]
      expect(new Set(made.map(wordKey)).size).toBeGreaterThanOrEqual(3)
      expect(made.filter((one) => !looksCroatian(one))).toEqual([])
    },
  )
})

/** No double letter, no cluster that cannot be said, a vowel or an r to carry each word. */
function looksCroatian(word: string): boolean {
  const clusters = word.match(/[^aeiou]+/gu) ?? []
  return (
    !/(.)\1/u.test(word) &&
    /[aeiour]/u.test(word) &&
    clusters.every((cluster) => cluster.replace(/lj|nj|dž/gu, 'x').length <= 3) &&
    /^[a-zčćđšž]+$/u.test(word)
  )
}
