import type { Ref } from 'react'
import { goldStreak, streakLevel, type StreakLevel } from '../../../domain/quiz/quiz-rules.ts'
import type { OpenRound } from '../../../domain/quiz/round.ts'
import { languagesOf } from '../../../domain/translation.ts'
import { classNames } from '../../ui/class-names.ts'
import { Flag } from '../../ui/flag.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Sparks } from './sparks.tsx'
import { quizTexts, streakCount, streakTexts } from './quiz-texts.ts'

export interface PromptCardProps {
  readonly round: OpenRound
  readonly heading: Ref<HTMLHeadingElement>
}

/** From these lengths on a prompt has smaller type, so that the question fits a phone. */
const longPrompt = 36
const veryLongPrompt = 80

/** The prompt. It gets the focus with each question, so that it is read aloud. */
export function PromptCard({ round, heading }: PromptCardProps) {
  const { question } = round
  const { from, to } = languagesOf(question)
  return (
    <div className="relative rounded-lg bg-uebersetzungen-soft px-4 pt-5 pb-4 tight:px-2 tight:py-1">
      {round.phase === 'answered' && round.streak === goldStreak && <Sparks />}
      <StreakBadge streak={round.streak} />
      <h3
        ref={heading}
        tabIndex={-1}
        className="relative grid justify-items-center gap-1.5 text-center outline-none"
      >
        <span className="flex flex-wrap items-center justify-center gap-2 text-sm font-bold text-uebersetzungen tight:flex-nowrap tight:text-[min(0.8125rem,5.6vw)]/tight">
          <Flag country={from} />
          {quizTexts.ask[question.direction]}
          <Flag country={to} />
        </span>
        <span
          lang={from}
          className={classNames(
            'written max-w-full font-serif font-semibold text-balance wrap-anywhere hyphens-auto',
            question.prompt.length > longPrompt
              ? 'text-base'
              : 'text-xl cramped:text-base cramped:leading-tight',
            question.prompt.length > veryLongPrompt &&
              'max-desktop:text-sm tight:leading-tight! short:text-sm',
          )}
        >
          {question.prompt}
        </span>
      </h3>
    </div>
  )
}

const tones: Readonly<Record<Exclude<StreakLevel, 'none'>, BadgeTone>> = {
  bronze: 'erzaehlen',
  silver: 'neutral',
  gold: 'ideen',
}

/** Shown from bronze on, over the upper edge of the prompt. */
function StreakBadge({ streak }: { readonly streak: number }) {
  const level = streakLevel(streak)
  if (level === 'none') return null
  return (
    // A new level is a new element, so that it animates.
    <p key={level} className="quiz-pop absolute inset-x-0 -top-3 flex justify-center">
      <Badge tone={tones[level]} className="ring-2 ring-card">
        {`${streakTexts[level]} · ${streakCount(streak)}`}
      </Badge>
    </p>
  )
}
