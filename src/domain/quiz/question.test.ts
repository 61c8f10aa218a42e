import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '../ids.ts'
import { wordKey } from './word-key.ts'
import { directions, type Direction } from '../translation.ts'
import { makeQuestion, makeQuestions, type Question } from './question.ts'
import { similarity } from './similarity.ts'
import { seeded } from './test-random.ts'
import type { Word } from './vocabulary.ts'
import { isFull } from '../../../tests/support/quick.ts'

const words = (...pairs: readonly (readonly [string, string])[]): readonly Word[] =>
  pairs.map(([german, croatian], at) => ({ entryId: `entry-${at}` as EntryId, german, croatian }))

/** The faults of a question; empty for a sound one. */
function faultsOf({ options, correctAnswer }: Question): readonly string[] {
  const keys = options.map(wordKey)
  const right = keys.filter((key) => key === wordKey(correctAnswer))
  return [
    ...(options.length === 4 ? [] : ['not four options']),
    ...(new Set(keys).size === options.length ? [] : ['equal options']),
    ...(right.length === 1 && options.includes(correctAnswer) ? [] : ['not one right answer']),
  ]
}

const awkwardField = fc.constantFrom(
  ..."a A Haus haus kuća kuc\u0301a ? 1 ß SS bok , 😀 İ ǆ | Haus! ha\u00ADus ’ '".split(' '),
  'bok, zdravo',
  'Haus ()',
)
const anyField = fc
  .oneof(awkwardField, awkwardField, fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }))
  .filter((text) => wordKey(text) !== '')
const vocabulary = fc
  .array(fc.tuple(anyField, anyField), { minLength: 3, maxLength: 14 })
  .map((pairs) => words(...pairs))

const home = words(
  ['Haus', 'kuća'],
  ['Maus', 'miš'],
  ['Laus', 'uš'],
  ['Hase', 'zec'],
  ['Geschwindigkeit', 'brzina'],
  ['Milch', 'mlijeko'],
)

/** A hundred questions about the word of this number, as chance has it. */
const asked = (vocabularyWords: readonly Word[], direction: Direction, at = 0) =>
  Array.from({ length: 100 }, (_, seed) =>
    makeQuestion(vocabularyWords[at] as Word, direction, vocabularyWords, seeded(seed)),
  )

describe('a question', () => {
  it('has four different options, one of them right, over any vocabulary', () => {
    fc.assert(
      fc.property(vocabulary, fc.integer(), (vocabularyWords, seed) => {
        expect(makeQuestions(vocabularyWords, seeded(seed)).flatMap(faultsOf)).toEqual([])
      }),
      { numRuns: isFull ? 300 : 100 },
    )
  })

  it.each([
    ['three equal pairs', words(['a', 'a'], ['a', 'a'], ['a', 'a'])],
    ['equal but for case', words(['Haus', 'Kuća'], ['haus', 'kuća'], ['HAUS', 'KUĆA'])],
    ['equal but for the normal form', words(['x', 'č'], ['x', 'c\u030c'], ['x', 'Č'])],
    ['nothing but signs', words(['?', '!'], ['!', '?'], ['.', '.'])],
  ])('has four different options with three words: %s', (_what, vocabularyWords) => {
    const questions = directions.flatMap((direction) =>
      vocabularyWords.flatMap((_word, at) => asked(vocabularyWords, direction, at)),
    )
    expect(questions.flatMap(faultsOf)).toEqual([])
  })

  it.each<[string, readonly Word[], at: number, string[]]>([
    [
      'the other Croatian word of an equal German one',
      words(['Schloss', 'dvorac'], ['schloss', 'brava'], ['Burg', 'utvrda']),
      0,
      ['brava'],
    ],
    [
      'a word that is right by one of several meanings',
      words(['hallo', 'bok, zdravo'], ['Hallo, hi', 'ćao'], ['tschüss', 'zdravo']),
      0,
      ['ćao', 'zdravo'],
    ],
    [
      'a word one of whose meanings is the answer',
      words(['hallo', 'bok'], ['Gruß', 'zdravo, Bok'], ['tschüss', 'ćao']),
      0,
      ['zdravo, Bok'],
    ],
    [
      'the spelling with marks of another right answer',
      words(['Frau', 'zena'], ['frau', 'supruga'], ['Gattin', 'žena']),
      1,
      ['žena'],
    ],
  ])('never offers %s', (_what, vocabularyWords, at, right) => {
    const offered = asked(vocabularyWords, 'de-hr', at).flatMap(({ options }) => options)
    expect(offered.filter((option) => right.includes(option))).toEqual([])
  })

  it('counts kuca and kuća of two entries as one word', () => {
    const vocabularyWords = words(['Haus', 'kuća'], ['haus', 'kuca'], ['Hund', 'pas'])
    const questions = [0, 1].flatMap((at) => asked(vocabularyWords, 'de-hr', at))
    for (const { options, correctAnswer } of questions)
      expect(options.filter((option) => /^ku[cć]a$/.test(option))).toEqual([correctAnswer])
    const other = words(['Heim', 'kuca'], ['Gebäude', 'kuća'], ['Hund', 'kupa'])
    for (const { options } of asked(other, 'hr-de')) expect(options).not.toContain('Gebäude')
    for (const { options } of asked(other, 'de-hr')) expect(options).not.toContain('kuća')
  })

  it.each([
    ['end punctuation', ['Guten Tag', 'Dobar dan'], ['Guten Tag!', 'Dobar dan!']],
    ['the kind of apostrophe', ["Wie geht's?", 'Kako si?'], ['Wie geht’s?', 'Kako si? ']],
    ['soft hyphens', ['Wochenende', 'vikend'], ['Wochen\u00ADende', 'vi\u00ADkend']],
    ['dots', ['Ich liebe dich', 'Volim te'], ['Ich liebe dich …', 'Volim te ...']],
    ['the kind of hyphen', ['E-Mail', 'e-mail'], ['E\u2011Mail', 'e\u2011mail']],
    ['one side', ['Hallo', 'Bok'], ['Na du', 'bok!']],
    ['an empty bracket', ['Haus', 'kuća'], ['Haus ()', 'kuća ( )']],
    [
      'a repeated bracket',
      ['Haus (Gebäude)', 'kuća (zgrada)'],
      ['Haus ((Gebäude))', 'kuća (zgrada) (zgrada)'],
    ],
  ] as const)('never offers a word that differs from the answer in %s', (_what, one, other) => {
    const vocabularyWords = words(one, other, ['Hund', 'pas'], ['Katze', 'mačka'], ['Maus', 'miš'])
    const twins = new Set<string>([...one, ...other])
    for (const direction of directions)
      for (const { options, correctAnswer } of [0, 1].flatMap((at) =>
        asked(vocabularyWords, direction, at),
      ))
        expect(options.filter((option) => twins.has(option))).toEqual([correctAnswer])
  })

  it('offers a word whose bracket has another text', () => {
    const banks = words(['Bank (Geld)', 'banka'], ['Bank (Möbel)', 'klupa'], ['Hund', 'pas'])
    for (const { options } of asked(banks, 'hr-de')) expect(options).toContain('Bank (Möbel)')
  })

  it('offers the three most similar German words when asked for German', () => {
    for (const { options, prompt } of asked(home, 'hr-de')) {
      expect(prompt).toBe('kuća')
      expect(options.toSorted()).toEqual(['Hase', 'Haus', 'Laus', 'Maus'])
    }
  })

  it('offers at least one misspelling when asked for Croatian', () => {
    const known = new Set(home.map(({ croatian }) => croatian))
    for (const { options } of asked(home, 'de-hr'))
      expect(options.some((option) => !known.has(option))).toBe(true)
  })

  it('is the same for the same random numbers', () => {
    expect(makeQuestions(home, seeded(7))).toEqual(makeQuestions(home, seeded(7)))
  })
})

describe('the questions of a round', () => {
  it('are at most ten, no entry twice, both directions among many', () => {
    const many = words(
      ...Array.from({ length: 25 }, (_, at) => [`Wort${at}`, `riječ${at}`] as const),
    )
    const questions = makeQuestions(many, seeded(3))
    expect(questions).toHaveLength(10)
    expect(new Set(questions.map(({ source }) => source.entryId)).size).toBe(10)
    expect(new Set(questions.map(({ direction }) => direction)).size).toBe(2)
  })

  it('are as many as there are words when there are fewer', () => {
    expect(makeQuestions(home.slice(0, 3), seeded(1))).toHaveLength(3)
    expect(makeQuestions([], seeded(1))).toEqual([])
  })
})

describe('similarity', () => {
  it('lies between 0 and 1, is symmetric, and 1 for the same word', () => {
    fc.assert(
      fc.property(anyField, anyField, (one, other) => {
        const score = similarity(one, other)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-9)
        expect(similarity(other, one)).toBeCloseTo(score)
        expect(similarity(one, one)).toBeCloseTo(1)
      }),
    )
  })

  it.each([
    ['Haus', 'Maus', 'Milch', 'edit distance'],
    ['Tor', 'Ort', 'Xyz', 'shared letters'],
    ['aaa', 'bbb', 'bbbbbbb', 'length'],
    ['abcd', 'axyz', 'wxyz', 'the first letter'],
    ['abcd', 'xyzd', 'xyzw', 'the last letter'],
  ])('of %s is greater to %s than to %s by %s', (word, closer, farther, _why) => {
    expect(similarity(word, closer)).toBeGreaterThan(similarity(word, farther))
  })
})
