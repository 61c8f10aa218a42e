import { streakLevel, type StreakLevel } from '../../../domain/quiz/quiz-rules.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { streakCount, streakTexts } from './quiz-texts.ts'

const tones: Readonly<Record<Exclude<StreakLevel, 'none'>, BadgeTone>> = {
  bronze: 'erzaehlen',
  silver: 'neutral',
  gold: 'ideen',
}

/** Shown from bronze on, over the upper edge of the prompt. */
export function StreakBadge({ streak }: { readonly streak: number }) {
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
