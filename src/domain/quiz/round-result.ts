import { resultLevel, type ResultLevel } from './quiz-rules.ts'
import type { Round } from './round.ts'

/** The content of the result screen (docs/behaviour/quiz.md "The result"). */
export interface RoundResult {
  /** Points, in halves. */
  readonly score: number
  readonly correct: number
  readonly total: number
  /** Whole percent. */
  readonly successPercent: number
  readonly bestStreak: number
  /** Seconds per question; one whose time ran out counts with its 15. Not rounded. */
  readonly averageSeconds: number
  /** Points per question. Not rounded. */
  readonly averagePoints: number
  readonly level: ResultLevel
}

/** The result of a round; of one not yet finished, the result of its answers so far. */
export function resultOf(round: Round): RoundResult {
  const { answers, score, bestStreak } = round
  const total = answers.length
  const correct = answers.filter((answer) => answer.isCorrect).length
  const seconds = answers.reduce((sum, answer) => sum + answer.seconds, 0)
  const perQuestion = (sum: number): number => (total === 0 ? 0 : sum / total)
  return {
    score,
    correct,
    total,
    successPercent: Math.round(perQuestion(correct * 100)),
    bestStreak,
    averageSeconds: perQuestion(seconds),
    averagePoints: perQuestion(score),
    level: resultLevel(correct, total),
  }
}
