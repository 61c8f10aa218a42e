import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '../ids.ts'
import type { Random } from '../random.ts'
import { wordKey } from './word-key.ts'
import { makeQuestions } from './question.ts'
import { canStartQuiz } from './quiz-rules.ts'
import { resultOf } from './round-result.ts'
import { nextRound, startRound, type Round, type RoundEvent } from './round.ts'
import { vocabularyOf } from './vocabulary.ts'
import { isFull } from '../../../tests/support/quick.ts'

/** Contents as people write them and as they should not: of the last kinds some cannot be read. */
const side = fc.oneof(
  fc.constantFrom('Haus', 'haus', 'HAUS', 'kuća', 'kuc\u0301a', 'guten Tag, hallo', 'a|b', '?', ''),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', 'č', '|', ' ', '🇩🇪', '🇭🇷'), maxLength: 6 }),
)
const content = fc.oneof(
  fc.tuple(side, side).map(([german, croatian]) => `🇩🇪 ${german} | 🇭🇷 ${croatian}`),
  fc.tuple(side, side).map(([german, croatian]) => `${german}|${croatian}`),
  side,
)
const contents = fc.array(content, { maxLength: 14 })

const wordsOf = (texts: readonly string[]) =>
  vocabularyOf(
    texts.map((text, at) => ({
      id: `entry-${at}` as EntryId,
      category: 'uebersetzungen' as const,
      content: text,
    })),
  )

/** Number `at` of a list of numbers, over and over. */
function cycling(numbers: readonly number[]): Random {
  let at = 0
  return () => {
    at += 1
    return numbers[at % numbers.length] ?? 0
  }
}
const random = fc
  .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: 1,
    maxLength: 40,
  })
  .map(cycling)

/** The possible moves at a question: pick any option, or let time pass. */
const moves = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constant('tick' as const)), {
  minLength: 1,
  maxLength: 60,
})

function eventOf(round: Round, move: number | 'tick' | undefined): RoundEvent {
  if (round.phase === 'answered') return { type: 'next' }
  const option =
    round.phase === 'asking' && typeof move === 'number' && round.question.options[move]
  return option === false || option === undefined ? { type: 'tick' } : { type: 'choose', option }
}

describe('a whole round over any entries', () => {
  it('asks sound questions, keeps score and streak within bounds, and ends', () => {
    fc.assert(
      fc.property(contents, random, moves, (texts, chance, played) => {
        const words = wordsOf(texts)
        fc.pre(canStartQuiz(words.length))
        let round = startRound(makeQuestions(words, chance))
        let steps = 0
        while (round.phase !== 'finished') {
          const faults = faultsOf(round)
          if (faults.length > 0) throw new Error(faults.join())
          const before = round
          round = nextRound(round, eventOf(round, played[steps % played.length]))
          steps += 1
          if (round === before || steps > 10 * 16) throw new Error('the round does not go on')
        }
        const result = resultOf(round)
        expect(result.total).toBe(Math.min(10, words.length))
        expect(result.score).toBeGreaterThanOrEqual(0)
        expect(result.score).toBeLessThanOrEqual(result.correct * 7.5)
        expect(result.bestStreak).toBeLessThanOrEqual(result.correct)
        expect(result.averageSeconds).toBeLessThanOrEqual(15)
      }),
      { numRuns: isFull ? 150 : 50 },
    )
  })
})

/** The faults of a round that is not over; empty for a sound one. */
function faultsOf(round: Extract<Round, { phase: 'asking' | 'answered' }>): readonly string[] {
  const { options, correctAnswer, prompt } = round.question
  const keys = options.map(wordKey)
  const right = keys.filter((key) => key === wordKey(correctAnswer))
  const checks = {
    'not four different options': new Set(keys).size === 4 && options.length === 4,
    'not one right option': right.length === 1,
    'half shown': [prompt, ...options].every((text) => !/^\s*$|🇩🇪|🇭🇷/u.test(text)),
    'negative score': round.score >= 0,
    'streak out of bounds': round.streak >= 0 && round.streak <= round.answers.length,
    'best streak out of bounds':
      round.bestStreak >= round.streak && round.bestStreak <= round.answers.length,
  }
  return Object.entries(checks).flatMap(([fault, isFine]) => (isFine ? [] : [fault]))
}
