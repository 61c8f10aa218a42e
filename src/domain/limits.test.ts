import { expect, it } from 'vitest'
import * as limits from './limits.ts'
import * as quizRules from './quiz/quiz-rules.ts'

/* Each number as the specification says it, once; every other test takes the constant. */

it('the limits and durations are those of the specification', () => {
  const { daysOf: _days, secondsOf: _seconds, ...numbers } = limits
  const days = (count: number) => count * 24 * 3_600_000
  expect(numbers).toEqual({
    contentLimit: 300,
    translationFieldLimit: 100,
    quoteTextLimit: 1000,
    quoteAuthorLimit: 200,
    mostPhotos: 4,
    photoDescriptionLimit: 200,
    previewSide: 640,
    fullSide: 2048,
    previewBytesLimit: 100_000,
    fullBytesLimit: 1_500_000,
    placeholderBytes: { least: 5, most: 25 },
    picturesKept: { preview: 150_000_000, full: 100_000_000 },
    leastPhotoRate: 8000,
    photosAnHour: 300,
    bookFileLimit: 300_000_000,
    usernameMinimum: 2,
    passwordMinimum: 6,
    counterBounds: {
      content: { orangeAbove: 200, redAbove: 250, limit: 300 },
      translation: { orangeAbove: 60, redAbove: 80, limit: 100 },
      quoteText: { orangeAbove: 850, redAbove: 950, limit: 1000 },
      photoDescription: { orangeAbove: 170, redAbove: 190, limit: 200 },
    },
    quoteCountedAbove: 700,
    photoDescriptionCountedAbove: 140,
    undoWindow: 5000,
    writtenAtMostAgo: days(90),
    sessionLasts: days(30),
    pullEvery: 30_000,
    mostSelected: 500,
    photoFileLimit: 50_000_000,
    mostSourcePixels: 200_000_000,
    confetti: { pieces: 150, startsAfter: 300, lasts: 5000 },
    toastsLast: { specialDay: 5000, daysCounter: 8000, quote: 10_000 },
  })
})

it('the quiz’s numbers are those of the specification', () => {
  const round = { roundLength: 10, optionCount: 4, countdownStart: 15 }
  const minima = { quizButtonMinimum: 4, quizStartMinimum: 3 }
  const streaks = { bronzeStreak: 3, silverStreak: 5, goldStreak: 7 }
  const streakMultipliers = { none: 1, bronze: 1.5, silver: 2, gold: 2.5 }
  expect({ ...quizRules }).toMatchObject({ ...round, ...minima, ...streaks, streakMultipliers })
})
