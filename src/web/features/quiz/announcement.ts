import { timerLevel } from '../../../domain/quiz/quiz-rules.ts'
import { resultOf } from '../../../domain/quiz/round-result.ts'
import type { Round } from '../../../domain/quiz/round.ts'
import { languagesOf } from '../../../domain/translation.ts'
import { outcomeOf } from './outcome.ts'
import { quizTexts, resultTexts, rightAnswerIs } from './quiz-texts.ts'

/** The text for assistive technology, with a word in the answer's language at its end. */
export interface Announcement {
  readonly text: string
  readonly word?: { readonly text: string; readonly lang: 'de' | 'hr' }
}

/**
 * The words of a live region about a round: the time only when its colour changes (10 and 5 s), how a question
 * ended, the right answer, and the result. Empty while there is nothing new, so that the same words are announced
 * again for the next question.
 */
export function announcementOf(round: Round): Announcement {
  switch (round.phase) {
    case 'asking':
      return { text: timeWarning(round.secondsLeft) }
    case 'answered': {
      const { text, kind } = outcomeOf(round)
      if (kind === 'right') return { text }
      const { question } = round
      const word = { text: question.correctAnswer, lang: languagesOf(question).to }
      return { text: `${text} ${rightAnswerIs}`, word }
    }
    case 'finished': {
      const { level, correct, total, score } = resultOf(round)
      const { message } = resultTexts.levels[level]
      return { text: `${message} ${resultTexts.spoken(correct, total, score)}` }
    }
    default:
      return round satisfies never
  }
}

function timeWarning(secondsLeft: number): string {
  const level = timerLevel(secondsLeft)
  if (level === 'green') return ''
  return quizTexts.secondsLeft(level === 'yellow' ? 10 : 5)
}
