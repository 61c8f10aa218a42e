import { useEffect, useRef } from 'react'
import { resultOf } from '../../../domain/quiz/round-result.ts'
import type { Round } from '../../../domain/quiz/round.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber, quizTexts, resultTexts } from './texts.ts'

export interface ResultViewProps {
  readonly round: Round
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The result screen (product-spec section 4). */
export function ResultView({ round, onAgain, onClose }: ResultViewProps) {
  const result = resultOf(round)
  const { emoji, message } = resultTexts.levels[result.level]
  const againButton = useRef<HTMLButtonElement>(null)
  useEffect(() => againButton.current?.focus(), [])
  const figures = [
    [resultTexts.score, formatNumber(result.score)],
    [resultTexts.correct, resultTexts.correctOf(result.correct, result.total)],
    [resultTexts.success, resultTexts.percent(result.successPercent)],
    [resultTexts.bestStreak, formatNumber(result.bestStreak)],
    [resultTexts.averageTime, resultTexts.seconds(result.averageSeconds)],
    [resultTexts.averagePoints, formatNumber(result.averagePoints)],
  ] as const
  return (
    <div className="grid gap-6">
      <output className="grid justify-items-center gap-3 text-center">
        <span aria-hidden="true" className="text-3xl">
          {emoji}
        </span>
        <span className="font-serif text-lg font-semibold text-balance">{message}</span>
      </output>
      <dl aria-label={resultTexts.heading} className="grid grid-cols-2 gap-2.5">
        {figures.map(([name, value]) => (
          <div key={name} className="grid gap-0.5 rounded-md bg-paper-deep px-4 py-3 text-center">
            <dt className="order-2 text-sm text-ink-soft">{name}</dt>
            <dd className="text-lg font-extrabold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-3 *:grow">
        <Button variant="outline" onClick={onClose}>
          {quizTexts.close}
        </Button>
        <Button ref={againButton} onClick={onAgain}>
          {quizTexts.again}
        </Button>
      </div>
    </div>
  )
}
