import type { Ref } from 'react'
import type { OpenRound } from '../../../domain/quiz/round.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { outcomeOf, type Outcome, type OutcomeKind } from './outcome.ts'
import { quizTexts } from './quiz-texts.ts'

export interface QuestionFooterProps {
  readonly round: OpenRound
  readonly onward: Ref<HTMLButtonElement>
  readonly onNext: () => void
}

/**
 * Below the question: what to do, then how it ended and the button that goes on. Its height stays
 * the same where the question has room beside it.
 */
export function QuestionFooter({ round, onward, onNext }: QuestionFooterProps) {
  if (round.phase === 'asking') {
    return (
      <div className="[container:hint/size] grow self-stretch">
        <p className="grid h-full place-items-center text-center text-sm text-ink-soft [@container_hint_(height_<_2.5rem)]:hidden">
          <span className="desktop:hidden">{quizTexts.tap}</span>
          <span className="max-desktop:hidden">{quizTexts.keys}</span>
        </p>
      </div>
    )
  }
  return (
    <div className="grid min-h-23 grow content-between gap-2 min-[40rem]:min-h-target min-[40rem]:grid-cols-[1fr_auto] min-[40rem]:items-center min-[40rem]:gap-4">
      <OutcomeLine outcome={outcomeOf(round)} />
      <Button ref={onward} wide onClick={onNext}>
        {round.isLast ? quizTexts.showResult : quizTexts.next}
      </Button>
    </div>
  )
}

const tones: Readonly<Record<OutcomeKind, string>> = {
  right: 'text-success',
  wrong: 'text-danger',
  timeout: 'text-warning',
}

function OutcomeLine({ outcome }: { readonly outcome: Outcome }) {
  const { kind, emoji, text, cheer } = outcome
  return (
    <p
      className={classNames(
        'quiz-pop flex min-h-10 flex-wrap items-center justify-center gap-x-2 text-center font-bold min-[40rem]:justify-start min-[40rem]:text-left',
        tones[kind],
      )}
    >
      <span aria-hidden="true" className="text-lg">
        {emoji}
      </span>
      <span>{text}</span>
      <span lang="hr" className="font-serif font-normal italic">
        {cheer}
      </span>
    </p>
  )
}
