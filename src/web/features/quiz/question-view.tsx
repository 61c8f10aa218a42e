import type { Ref } from 'react'
import type { OpenRound } from '../../../domain/quiz/round.ts'
import { languagesOf } from '../../../domain/translation.ts'
import { Countdown } from './countdown.tsx'
import { OptionButton, type OptionState } from './option-button.tsx'
import { PromptCard } from './prompt-card.tsx'
import { quizTexts } from './quiz-texts.ts'

export interface QuestionViewProps {
  readonly round: OpenRound
  readonly heading: Ref<HTMLHeadingElement>
  readonly onChoose: (option: string) => void
}

/** One question: countdown, prompt, and four options. An answer moves nothing. */
export function QuestionView({ round, heading, onChoose }: QuestionViewProps) {
  const { question } = round
  return (
    <div className="grid gap-4 tight:gap-2 short:-m-2">
      <div className="grid gap-[inherit] short:flex short:flex-wrap short:items-center short:gap-y-0">
        <div className="flex items-center justify-between gap-3 text-sm font-bold short:whitespace-nowrap text-ink-soft cramped:text-[min(0.8125rem,5.4vw)]/tight">
          <span>{quizTexts.progress(round.index, round.questions.length)}</span>
          <span className="tabular-nums">{quizTexts.score(round.score)}</span>
        </div>
        <Countdown secondsLeft={round.secondsLeft} running={round.phase === 'asking'} />
      </div>
      <PromptCard round={round} heading={heading} />
      <ol
        aria-label={quizTexts.options}
        className="grid gap-2.5 tight:gap-1 short:min-[30rem]:grid-cols-2"
      >
        {question.options.map((option, index) => (
          <li key={option}>
            <OptionButton
              number={index + 1}
              text={option}
              lang={languagesOf(question).to}
              state={stateOf(round, option)}
              onChoose={() => onChoose(option)}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}

function stateOf(round: OpenRound, option: string): OptionState {
  if (round.phase === 'asking') return 'open'
  if (option === round.question.correctAnswer) return 'right'
  return option === round.answer.chosen ? 'wrong' : 'locked'
}
