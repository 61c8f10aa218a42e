import type { Question } from './question.ts'
import { countdownStart, pointsFor } from './quiz-rules.ts'

/** The result of one question. */
export interface Answer {
  /** The option picked; undefined when the time ran out. */
  readonly chosen: string | undefined
  readonly isCorrect: boolean
  /** Points earned, in halves (4.5). */
  readonly points: number
  /** Whole seconds from the question's appearance to the answer; 15 when the time ran out. */
  readonly seconds: number
}

interface Progress {
  readonly questions: readonly Question[]
  /** The answers so far, one per question in order. */
  readonly answers: readonly Answer[]
  /** Right answers in a row up to now. */
  readonly streak: number
  readonly bestStreak: number
  /** Points so far, in halves. */
  readonly score: number
}

interface AtQuestion {
  /** Place of the question on screen, from 0. */
  readonly index: number
  readonly question: Question
  /** Whole seconds left; stops once answered. */
  readonly secondsLeft: number
}

/** A round of the quiz (docs/behaviour/quiz.md, D6). */
export type Round = Progress &
  (
    | ({ readonly phase: 'asking' } & AtQuestion)
    | ({
        readonly phase: 'answered'
        readonly answer: Answer
        readonly isLast: boolean
      } & AtQuestion)
    | { readonly phase: 'finished' }
  )

/** A round that still has a question to show. */
export type OpenRound = Exclude<Round, { phase: 'finished' }>

export type RoundEvent =
  /** A second has passed; not sent while the page is hidden (D6). */
  | { readonly type: 'tick' }
  | { readonly type: 'choose'; readonly option: string }
  /** "Nächste Frage" and "Ergebnis anzeigen". */
  | { readonly type: 'next' }

/** A new round at its first question. Throws without questions: see `canStartQuiz`. */
export function startRound(questions: readonly Question[]): Round {
  const [question] = questions
  if (question === undefined) throw new Error('a round needs at least one question')
  const progress: Progress = { questions, answers: [], streak: 0, bestStreak: 0, score: 0 }
  return { ...progress, phase: 'asking', index: 0, question, secondsLeft: countdownStart }
}

/** The round after an event. An event that does not fit its phase returns the very same round. */
export function nextRound(round: Round, event: RoundEvent): Round {
  switch (event.type) {
    case 'tick':
      return tick(round)
    case 'choose':
      return choose(round, event.option)
    case 'next':
      return advance(round)
    default:
      return event satisfies never
  }
}

function tick(round: Round): Round {
  if (round.phase !== 'asking') return round
  const secondsLeft = round.secondsLeft - 1
  return secondsLeft > 0 ? { ...round, secondsLeft } : record(round, undefined, 0)
}

function choose(round: Round, option: string): Round {
  if (round.phase !== 'asking' || !round.question.options.includes(option)) return round
  return record(round, option, round.secondsLeft)
}

/** Locks the question with what was chosen; a wrong answer or none ends the streak. */
function record(
  round: Extract<Round, { phase: 'asking' }>,
  chosen: string | undefined,
  secondsLeft: number,
): Round {
  const isCorrect = chosen === round.question.correctAnswer
  const streak = isCorrect ? round.streak + 1 : 0
  const points = isCorrect ? pointsFor(secondsLeft, streak) : 0
  const answer: Answer = { chosen, isCorrect, points, seconds: countdownStart - secondsLeft }
  return {
    ...round,
    phase: 'answered',
    secondsLeft,
    answer,
    isLast: round.index === round.questions.length - 1,
    answers: [...round.answers, answer],
    streak,
    bestStreak: Math.max(round.bestStreak, streak),
    score: round.score + points,
  }
}

function advance(round: Round): Round {
  if (round.phase !== 'answered') return round
  const { questions, answers, streak, bestStreak, score } = round
  const progress: Progress = { questions, answers, streak, bestStreak, score }
  const index = round.index + 1
  const question = questions[index]
  if (question === undefined) return { ...progress, phase: 'finished' }
  return { ...progress, phase: 'asking', index, question, secondsLeft: countdownStart }
}
