import { describe, expect, it } from 'vitest'
import {
  canStartQuiz,
  isQuizButtonEnabled,
  pointsFor,
  resultLevel,
  speedPoints,
  streakLevel,
  timerLevel,
} from './quiz-rules.ts'

describe('the quiz’s numbers', () => {
  it('enable the button from four translation entries on, and a round from three that are parsable', () => {
    expect([3, 4].map(isQuizButtonEnabled)).toEqual([false, true])
    expect([2, 3].map(canStartQuiz)).toEqual([false, true])
  })

  it('let a right answer earn less and the timer change its colour the fewer seconds are left', () => {
    expect([15, 11, 10, 6, 5, 1, 0].map(speedPoints)).toEqual([3, 3, 2, 2, 1, 1, 0])
    const levels = ['green', 'green', 'yellow', 'yellow', 'red', 'red']
    expect([15, 11, 10, 6, 5, 0].map(timerLevel)).toEqual(levels)
  })

  it.each([
    [0, 'none', 3],
    [2, 'none', 3],
    [3, 'bronze', 4.5],
    [4, 'bronze', 4.5],
    [5, 'silver', 6],
    [6, 'silver', 6],
    [7, 'gold', 7.5],
    [10, 'gold', 7.5],
  ])('a streak of %i is %s and makes 3 points %d', (streak, level, points) => {
    expect(streakLevel(streak)).toBe(level)
    expect(pointsFor(15, streak)).toBe(points)
  })

  it.each([
    [10, 10, 'perfect'],
    [9, 10, 'good'],
    [7, 10, 'good'],
    [6, 10, 'practise'],
    [2, 3, 'practise'],
    [3, 4, 'good'],
    [3, 3, 'perfect'],
    [0, 10, 'practise'],
  ])('%i of %i right is %s', (correct, total, level) => {
    expect(resultLevel(correct, total)).toBe(level)
  })
})
