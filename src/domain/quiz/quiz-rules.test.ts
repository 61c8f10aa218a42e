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
  it.each([
    [3, false],
    [4, true],
  ])('with %i translation entries the button is enabled: %s', (entries, enabled) => {
    expect(isQuizButtonEnabled(entries)).toBe(enabled)
  })

  it.each([
    [2, false],
    [3, true],
  ])('with %i parsable entries a round can start: %s', (entries, possible) => {
    expect(canStartQuiz(entries)).toBe(possible)
  })

  it.each([
    [15, 3],
    [11, 3],
    [10, 2],
    [6, 2],
    [5, 1],
    [1, 1],
    [0, 0],
  ])('with %i s left a right answer earns %i', (secondsLeft, points) => {
    expect(speedPoints(secondsLeft)).toBe(points)
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
    [15, 'green'],
    [11, 'green'],
    [10, 'yellow'],
    [6, 'yellow'],
    [5, 'red'],
    [0, 'red'],
  ])('at %i s the timer is %s', (secondsLeft, level) => {
    expect(timerLevel(secondsLeft)).toBe(level)
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
