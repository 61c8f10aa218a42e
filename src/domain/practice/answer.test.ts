import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directions, type Direction } from '../translation.ts'
import { answersOf, expectedOf, judge, spelledParts, type AskedWord } from './answer.ts'
import { formsOf } from './meanings.ts'

type Pair = readonly [german: string, croatian: string]

/** Both cards of each pair. */
const cardsOf = (pairs: readonly Pair[]): readonly AskedWord[] =>
  pairs.flatMap(([german, croatian]) =>
    directions.map((direction) => ({ german, croatian, direction })),
  )

/** The judgement of an answer to a card, with all cards of a vocabulary. */
function judged(answer: string, card: AskedWord, cards: readonly AskedWord[]) {
  const work = answersOf(card, cards)
  for (;;) {
    const step = work.next()
    if (step.done === true) return judge(answer, step.value)
  }
}

function verdictIn(pairs: readonly Pair[], direction: Direction, index: number, answer: string) {
  const cards = cardsOf(pairs)
  const card = cards.filter((one) => one.direction === direction)[index]
  return card && judged(answer, card, cards)
}

/** The verdict for the only word of a vocabulary. */
const verdict = (answer: string, croatian: string) =>
  verdictIn([['etwas', croatian]], 'de-hr', 0, answer)?.verdict

describe('an answer', () => {
  it.each([
    ['kuća', 'kuća', 'exact'],
    ['kuća ', 'kuća', 'exact'],
    ['kuca', 'kuća', 'different'],
    ['KUĆA!', 'kuća', 'different'],
    ['djak', 'đak', 'different'],
    ['ku\u200Bća', 'kuća', 'different'],
    ['schoen', 'schön', 'different'],
    ['Fuesse', 'Füße', 'different'],
    ['schoen', 'schon', 'wrong'],
    ['kuče', 'kuća', 'wrong'],
    ['', 'kuća', 'wrong'],
    ['\u200B', '\u200B', 'wrong'],
    [',', 'kuća', 'wrong'],
  ])('%j to %j is %s', (answer, expected, is) => {
    expect(verdict(answer, expected)).toBe(is)
  })

  it.each([
    ['bok', 'bok, zdravo', 'exact'],
    ['zdravo', 'bok, zdravo', 'exact'],
    ['zdravo, bok', 'bok, zdravo', 'exact'],
    ['bok zdravo', 'bok, zdravo', 'different'],
    ['bok; Zdravo', 'bok / zdravo', 'different'],
    ['bok, kuća', 'bok, zdravo', 'wrong'],
    ['velik', 'velik (velika, veliko)', 'exact'],
    ['velika', 'velik (velika, veliko)', 'exact'],
    ['velik, velika, veliko', 'velik (velika, veliko)', 'different'],
    ['dobra', 'dobar (dobra)', 'exact'],
    ['velika', 'velik, -a, -o', 'exact'],
    ['-a', 'velik, -a, -o', 'wrong'],
    ['liječnik', 'liječnik / liječnica', 'exact'],
    ['lijecnica', 'liječnik/liječnica', 'different'],
    ['Lehrerin', 'Lehrer/in', 'exact'],
    ['Lehrerin', 'Lehrer/-in', 'exact'],
    ['Lehrerin', 'Lehrer(in)', 'exact'],
    ['in', 'Lehrer/in', 'wrong'],
    ['in', 'nach/in', 'exact'],
    ['freuen', '(sich) freuen', 'exact'],
    ['sich freuen', '(sich) freuen', 'exact'],
    ['(sich) freuen', '(sich) freuen', 'exact'],
    ['freuen', '[sich] freuen', 'exact'],
    ['sich', '(sich) freuen', 'wrong'],
    ['die Verwandte', '(der, die) Verwandte', 'exact'],
    ['der', '(der, die) Verwandte', 'wrong'],
    ['Ball', 'Ball (Sport)', 'exact'],
    ['Sport', 'Ball (Sport)', 'wrong'],
    ['veseliti', 'veseliti se', 'wrong'],
    ['5 Liter', '1,5 Liter', 'wrong'],
  ])('%j to %j, one of its meanings or forms, is %s', (answer, expected, is) => {
    expect(verdict(answer, expected)).toBe(is)
  })

  it.each<[string, Direction, number, string, string]>([
    ['Servus = bok & Tschüss = bok', 'hr-de', 1, 'Servus', 'exact'],
    ['Servus = bok & Tschüss = Bok!', 'hr-de', 1, 'servus', 'different'],
    ['Servus = bok, zdravo & Tschüss = bok', 'hr-de', 1, 'Servus', 'exact'],
    ['Servus = bok, zdravo & Tschüss = bok', 'hr-de', 0, 'Tschüss', 'exact'],
    ['groß = velik (velika, veliko) & hoch = velik', 'hr-de', 1, 'groß', 'exact'],
    ['Bank (Möbel) = klupa & Bank (Geld) = banka', 'de-hr', 0, 'banka', 'wrong'],
    ['schon = već & schön = lijep', 'hr-de', 1, 'schon', 'wrong'],
    ['schon = već & schön = lijep', 'hr-de', 0, 'schön', 'wrong'],
    ['schon = već & schön = lijep', 'hr-de', 1, 'Schön!', 'different'],
    ['schon = već & schön = lijep', 'hr-de', 1, 'schoen', 'different'],
    ['schon = već & schön = lijep', 'hr-de', 1, 'schon, schön', 'wrong'],
    ['schon = već & schön = lijep', 'de-hr', 0, 'lijep', 'wrong'],
    ['Mutter = majka & Mütter = majke', 'hr-de', 1, 'mutter', 'wrong'],
    ['Mutter, Mama = majka & Mütter = majke', 'hr-de', 1, 'Mutter', 'wrong'],
    ['weiß = bijel & weiss = znam', 'hr-de', 0, 'weiss', 'different'],
  ])('with the words %s, %s, card %i: %j is %s', (words, direction, index, answer, is) => {
    const pairs = words.split(' & ').map((pair) => pair.split(' = ') as unknown as Pair)
    expect(verdictIn(pairs, direction, index, answer)?.verdict).toBe(is)
  })

  it('is shown as the word that it is: a meaning, another card’s word, or the card’s own where it is wrong', () => {
    const greetings = ['bok, zdravo', 'ćao'].map((croatian): Pair => ['Hallo', croatian])
    const word = (answer: string) => verdictIn(greetings, 'de-hr', 0, answer)?.word
    expect(word('Zdravo')).toBe('zdravo')
    expect(word('cao')).toBe('ćao')
    expect(word('ne')).toBe('bok, zdravo')
  })

  it('is right as it is written on its card, and any words are judged in a short time', () => {
    const letters = constantFrom(...'abü,;/|()[]{}-1'.split(''))
    const text = string({ unit: letters, maxLength: 100 })
    assert(
      property(array(text, { minLength: 1, maxLength: 5 }), text, (words, typed) => {
        const cards = cardsOf(words.map((word) => [word, word]))
        for (const card of cards) {
          const own = expectedOf(card)
          expect(formsOf(own).length).toBeLessThan(1000)
          judged(typed, card, cards)
          const isEmpty = own.trim() === ''
          expect(judged(own.trim(), card, cards).verdict).toBe(isEmpty ? 'wrong' : 'exact')
        }
      }),
    )
  })
})

describe('the right spelling', () => {
  const shown = (answer: string, expected: string) =>
    spelledParts(answer, expected)
      .map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text))
      .join('')

  it.each([
    ['kuca', 'kuća', 'ku[ć]a'],
    ['kuća', 'kuća', 'kuća'],
    ['straße', 'Straße', '[S]traße'],
    ['dobardan', 'dobar dan', 'dobar[ ]dan'],
    ['haus!', 'Haus', '[H]aus'],
    ['', 'da', '[da]'],
  ])('for %j of %j marks what is different: %s', (answer, expected, marked) => {
    expect(shown(answer, expected)).toBe(marked)
  })

  it('has all of the word for any answer', () => {
    for (const word of ['Ljubav je … 👩‍❤️‍👨', 'a\u0301\u0301b', '(sich) freuen'])
      for (const answer of ['', 'xyz', word.toUpperCase()]) {
        const texts = spelledParts(answer, word).map(({ text }) => text)
        expect(texts.join('')).toBe(word.normalize('NFC'))
      }
  })
})
