import type { Round } from '../../../domain/quiz/round.ts'
import { outcomeTexts } from './quiz-texts.ts'

export type OutcomeKind = keyof typeof outcomeTexts

export type Outcome = ReturnType<typeof outcomeOf>

/** How the question on screen ended, and the words for it; the cheer is Croatian. */
export function outcomeOf(round: Extract<Round, { phase: 'answered' }>) {
  const { answer, index } = round
  const kind = kindOf(answer.isCorrect, answer.chosen)
  const { emoji, cheers, says } = outcomeTexts[kind]
  const cheer = cheers[index % cheers.length] ?? ''
  return { kind, emoji, text: says(answer.points), cheer }
}

function kindOf(isCorrect: boolean, chosen: string | undefined): OutcomeKind {
  if (isCorrect) return 'right'
  return chosen === undefined ? 'timeout' : 'wrong'
}
