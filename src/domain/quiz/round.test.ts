import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '../ids.ts'
import type { Question } from './question.ts'
import { resultOf } from './round-result.ts'
import { nextRound, startRound, type Round, type RoundEvent } from './round.ts'
import { isFull } from '../../../tests/support/quick.ts'

const question = (name: string): Question => ({
  direction: 'de-hr',
  prompt: name,
  correctAnswer: 'right',
  options: ['wrong', 'right', 'worse', 'worst'],
  source: { entryId: name as EntryId, german: name, croatian: 'right' },
})
const questions = (count: number): readonly Question[] =>
  Array.from({ length: count }, (_, at) => question(`q${at}`))

const tick: RoundEvent = { type: 'tick' }
const next: RoundEvent = { type: 'next' }
const right: RoundEvent = { type: 'choose', option: 'right' }
const wrong: RoundEvent = { type: 'choose', option: 'wrong' }
const ticks = (count: number): readonly RoundEvent[] => Array.from({ length: count }, () => tick)

const play = (round: Round, ...events: readonly RoundEvent[]): Round =>
  events.reduce(nextRound, round)

describe('the countdown', () => {
  it('starts at 15 seconds and loses one with each tick', () => {
    const round = startRound(questions(1))
    expect(round).toMatchObject({ phase: 'asking', index: 0, secondsLeft: 15 })
    expect(nextRound(round, tick)).toMatchObject({ phase: 'asking', secondsLeft: 14 })
    expect(play(round, ...ticks(14))).toMatchObject({ phase: 'asking', secondsLeft: 1 })
  })

  it('ends with a question without an answer and the streak lost', () => {
    const round = play(startRound(questions(3)), right, next, ...ticks(15))
    expect(round).toMatchObject({
      phase: 'answered',
      secondsLeft: 0,
      streak: 0,
      bestStreak: 1,
      score: 3,
      answer: { chosen: undefined, isCorrect: false, points: 0, seconds: 15 },
    })
    expect(nextRound(round, right)).toBe(round)
  })

  it('stops once answered and restarts with the next question', () => {
    const answered = play(startRound(questions(2)), ...ticks(4), right)
    expect(nextRound(answered, tick)).toBe(answered)
    expect(answered).toMatchObject({ secondsLeft: 11, answer: { seconds: 4, points: 3 } })
    expect(nextRound(answered, next)).toMatchObject({ index: 1, secondsLeft: 15 })
  })
})

describe('an answer', () => {
  it('is one of the options, cannot be skipped, and locks the question', () => {
    const round = startRound(questions(2))
    expect(nextRound(round, { type: 'choose', option: 'another' })).toBe(round)
    expect(nextRound(round, next)).toBe(round)
    const answered = nextRound(round, wrong)
    expect(answered).toMatchObject({ phase: 'answered', isLast: false, streak: 0, score: 0 })
    expect(nextRound(answered, right)).toBe(answered)
  })

  it('earns fewer points the later it comes', () => {
    const scores = [0, 4, 5, 9, 10, 14].map(
      (seconds) => play(startRound(questions(1)), ...ticks(seconds), right).score,
    )
    expect(scores).toEqual([3, 3, 2, 2, 1, 1])
  })

  it('counts itself in the streak that multiplies', () => {
    const scores: number[] = []
    let round = startRound(questions(10))
    while (round.phase !== 'finished') {
      round = nextRound(round, right)
      scores.push(round.answers.at(-1)?.points ?? -1)
      round = nextRound(round, next)
    }
    expect(scores).toEqual([3, 3, 4.5, 4.5, 6, 6, 7.5, 7.5, 7.5, 7.5])
  })

  it('that is wrong ends the streak and keeps the best one', () => {
    const round = play(startRound(questions(5)), right, next, right, next, wrong, next, right)
    expect(round).toMatchObject({ streak: 1, bestStreak: 2, score: 9 })
  })
})

describe('the result', () => {
  it('follows the last question', () => {
    const last = play(startRound(questions(2)), right, next, ...ticks(6), wrong)
    expect(last).toMatchObject({ phase: 'answered', isLast: true })
    const round = nextRound(last, next)
    expect(round.phase).toBe('finished')
    expect(nextRound(round, tick)).toBe(round)
    expect(resultOf(round)).toEqual({
      score: 3,
      correct: 1,
      total: 2,
      successPercent: 50,
      bestStreak: 1,
      averageSeconds: 3,
      averagePoints: 1.5,
      level: 'practise',
    })
  })

  it('rounds percents', () => {
    const round = play(startRound(questions(3)), right, next, right, next, wrong, next)
    expect(resultOf(round).successPercent).toBe(67)
  })
})

it('a round without questions is a bug', () => {
  expect(() => startRound([])).toThrow('at least one question')
})

describe('any sequence of events', () => {
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.constant(right) },
    { weight: 4, arbitrary: fc.constant(next) },
    { weight: 1, arbitrary: fc.constant(wrong) },
    { weight: 3, arbitrary: fc.constant(tick) },
  )
  const events = fc.array(event, { maxLength: 200 })

  it('keeps the score from falling, the streak within the answers, and the result in step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), events, (count, given) => {
        let round = startRound(questions(count))
        for (const one of given) {
          const before = round.score
          round = nextRound(round, one)
          expect(round.score).toBeGreaterThanOrEqual(before)
          expect(round.score * 2).toBe(Math.round(round.score * 2))
          expect(round.streak).toBeLessThanOrEqual(round.bestStreak)
          expect(round.bestStreak).toBeLessThanOrEqual(round.answers.length)
          expect(round.answers.length).toBeLessThanOrEqual(count)
          const isOver = round.answers.length === count && round.phase !== 'answered'
          expect(round.phase === 'finished').toBe(isOver)
        }
        const sum = round.answers.reduce((points, answer) => points + answer.points, 0)
        expect(round.score).toBe(sum)
      }),
      { numRuns: isFull ? 300 : 100 },
    )
  })
})
