/** Most questions in a round (D6; docs/behaviour/quiz.md for this and what follows). */
export const roundLength = 10
/** Seconds a question's countdown starts with (D6). */
export const countdownStart = 15
/** Options per question, one of them right. */
export const optionCount = 4
/** Translation entries from which the button on the main screen is enabled. */
export const quizButtonMinimum = 4
/** Parsable translation entries from which a round can start. */
export const quizStartMinimum = 3

/** True when the main screen's quiz button is enabled; counts all translation entries (D6). */
export function isQuizButtonEnabled(translationEntries: number): boolean {
  return translationEntries >= quizButtonMinimum
}

/** True when a round can start; counts the parsable entries only (D6). */
export function canStartQuiz(parsableEntries: number): boolean {
  return parsableEntries >= quizStartMinimum
}

/** Seconds above which an answer is fast, and the countdown green; then yellow, then red. */
const fastAbove = 10
const mediumAbove = 5

/** Points for a right answer by the seconds left. */
export function speedPoints(secondsLeft: number): 0 | 1 | 2 | 3 {
  if (secondsLeft > fastAbove) return 3
  if (secondsLeft > mediumAbove) return 2
  return secondsLeft > 0 ? 1 : 0
}

/** Right answers in a row from which a streak is bronze, silver and gold. */
export const bronzeStreak = 3
export const silverStreak = 5
export const goldStreak = 7

export type StreakLevel = 'none' | 'bronze' | 'silver' | 'gold'

/** The badge for a number of right answers in a row; shown from bronze. */
export function streakLevel(streak: number): StreakLevel {
  if (streak >= goldStreak) return 'gold'
  if (streak >= silverStreak) return 'silver'
  return streak >= bronzeStreak ? 'bronze' : 'none'
}

/** The factor of the points for each streak level. */
export const streakMultipliers: Readonly<Record<StreakLevel, number>> = {
  none: 1,
  bronze: 1.5,
  silver: 2,
  gold: 2.5,
}

/** Points of one right answer; `streak` includes this answer, halves are possible (D6). */
export function pointsFor(secondsLeft: number, streak: number): number {
  return speedPoints(secondsLeft) * streakMultipliers[streakLevel(streak)]
}

export type TimerLevel = 'green' | 'yellow' | 'red'

/** The countdown's colour. */
export function timerLevel(secondsLeft: number): TimerLevel {
  if (secondsLeft <= mediumAbove) return 'red'
  return secondsLeft <= fastAbove ? 'yellow' : 'green'
}

export type ResultLevel = 'perfect' | 'good' | 'practise'

/** The level that decides the result's message and emoji: all right, at least 70 %, or less. */
export function resultLevel(correct: number, total: number): ResultLevel {
  if (correct === total) return 'perfect'
  // Whole numbers, because 0.7 * 10 is not exactly 7.
  return correct * 100 >= total * 70 ? 'good' : 'practise'
}
