import { resultOf, type RoundResult } from '../../../domain/quiz/round-result.ts'
import type { Round } from '../../../domain/quiz/round.ts'
import { Sparks } from './sparks.tsx'
import { formatNumber, resultTexts } from './quiz-texts.ts'

/** The result screen (docs/behaviour/quiz.md "The result"). */
export function ResultView({ round }: { readonly round: Round }) {
  const result = resultOf(round)
  const { emoji, message } = resultTexts.levels[result.level]
  return (
    <div className="grid gap-4">
      <div className="relative grid justify-items-center gap-3 rounded-lg bg-uebersetzungen-soft px-4 py-7 text-center">
        {result.level === 'perfect' && <Sparks />}
        <p aria-hidden="true" className="quiz-pop relative text-3xl">
          {emoji}
        </p>
        <h3 className="relative font-serif text-lg font-semibold text-balance">{message}</h3>
      </div>
      <Figures result={result} />
    </div>
  )
}

function Figures({ result }: { readonly result: RoundResult }) {
  const figures = [
    [resultTexts.score, formatNumber(result.score)],
    [resultTexts.correct, resultTexts.correctOf(result.correct, result.total)],
    [resultTexts.success, resultTexts.percent(result.successPercent)],
    [resultTexts.bestStreak, formatNumber(result.bestStreak)],
    [resultTexts.averageTime, resultTexts.seconds(result.averageSeconds)],
    [resultTexts.averagePoints, formatNumber(result.averagePoints)],
  ] as const
  return (
    <dl aria-label={resultTexts.heading} className="grid grid-cols-2 gap-2.5">
      {figures.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-col-reverse gap-0.5 rounded-md bg-paper-deep px-3 py-3 text-center"
        >
          <dt className="text-sm hyphens-auto text-ink-soft">{name}</dt>
          <dd className="text-lg font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
