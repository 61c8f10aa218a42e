import { useEffect, useRef } from 'react'
import { streakLevel } from '../../../domain/quiz/quiz-rules.ts'
import type { Round } from '../../../domain/quiz/round.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Flag } from '../../ui/flag.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { Countdown } from './countdown.tsx'
import { OptionButton, type OptionState } from './option-button.tsx'
import { quizTexts, streakCount, streakTexts } from './texts.ts'

type OpenRound = Exclude<Round, { phase: 'finished' }>

export interface QuestionViewProps {
  readonly round: OpenRound
  readonly onChoose: (option: string) => void
  readonly onNext: () => void
}

/** One question: countdown, four options, and after the answer what was right. */
export function QuestionView({ round, onChoose, onNext }: QuestionViewProps) {
  const { question } = round
  const answered = round.phase === 'answered'
  const nextButton = useRef<HTMLButtonElement>(null)
  const choose = (option: string) => {
    vibrate(option === question.correctAnswer ? 10 : 40)
    onChoose(option)
  }
  useNumberKeys(answered ? [] : question.options, choose)
  // The focus follows to the button that leads on, so that Enter goes there.
  useEffect(() => {
    if (answered) nextButton.current?.focus()
  }, [answered])

  return (
    <div className="grid gap-5">
      <div className="flex items-center justify-between gap-3 text-sm font-bold text-ink-soft">
        <span>{quizTexts.progress(round.index, round.questions.length)}</span>
        <span>{quizTexts.score(round.score)}</span>
      </div>
      <Countdown secondsLeft={round.secondsLeft} />
      <div className="grid justify-items-center gap-2 rounded-lg bg-uebersetzungen-soft px-4 py-5 text-center">
        <p className="flex items-center gap-2 text-sm font-bold text-uebersetzungen">
          <Flag country={question.direction === 'de-hr' ? 'de' : 'hr'} />
          {quizTexts.ask[question.direction]}
        </p>
        <p
          lang={question.direction === 'de-hr' ? 'de' : 'hr'}
          className="max-w-full font-serif text-xl font-semibold wrap-anywhere"
        >
          {question.prompt}
        </p>
        <StreakBadge streak={round.streak} />
      </div>
      <ol aria-label={quizTexts.options} className="grid gap-2.5">
        {question.options.map((option, index) => (
          <li key={option}>
            <OptionButton
              number={index + 1}
              text={option}
              lang={question.direction === 'de-hr' ? 'hr' : 'de'}
              state={stateOf(round, option)}
              onChoose={() => choose(option)}
            />
          </li>
        ))}
      </ol>
      <div className="grid min-h-24 content-start gap-3">
        <output className="min-h-6 text-center font-bold">{answered && outcome(round)}</output>
        {answered ? (
          <Button ref={nextButton} wide onClick={onNext}>
            {round.isLast ? quizTexts.showResult : quizTexts.next}
          </Button>
        ) : (
          <p className="text-center text-sm text-ink-soft max-desktop:hidden">{quizTexts.keys}</p>
        )}
      </div>
    </div>
  )
}

/** Shown from bronze on (product-spec section 4). */
function StreakBadge({ streak }: { readonly streak: number }) {
  const level = streakLevel(streak)
  if (level === 'none') return null
  return (
    <Badge tone="accent">
      {streakTexts[level]} {streakCount(streak)}
    </Badge>
  )
}

function stateOf(round: OpenRound, option: string): OptionState {
  if (round.phase === 'asking') return 'open'
  if (option === round.question.correctAnswer) return 'right'
  return option === round.answer.chosen ? 'wrong' : 'locked'
}

function outcome(round: Extract<OpenRound, { phase: 'answered' }>): string {
  const { answer, question } = round
  if (answer.isCorrect) return quizTexts.rightAnswer(answer.points)
  return answer.chosen === undefined
    ? quizTexts.timeout(question.correctAnswer)
    : quizTexts.wrongAnswer(question.correctAnswer)
}

/** Keys 1 to 4 choose the option of that number. */
function useNumberKeys(options: readonly string[], choose: (option: string) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const option = options[Number(event.key) - 1]
      if (option !== undefined) choose(option)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [options, choose])
}
