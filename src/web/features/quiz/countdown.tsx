import { countdownStart, timerLevel, type TimerLevel } from '../../../domain/quiz/quiz-rules.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { quizTexts } from './quiz-texts.ts'

export interface CountdownProps {
  readonly secondsLeft: number
  readonly running: boolean
}

const colours: Readonly<Record<TimerLevel, { readonly bar: string; readonly text: string }>> = {
  green: { bar: 'bg-success', text: 'text-success' },
  yellow: { bar: 'bg-warning', text: 'text-warning' },
  red: { bar: 'bg-danger', text: 'text-danger' },
}

/** The seconds left as number and bar, coloured at its bounds. */
export function Countdown({ secondsLeft, running }: CountdownProps) {
  const level = timerLevel(secondsLeft)
  return (
    <div
      role="timer"
      aria-label={quizTexts.secondsLeft(secondsLeft)}
      data-level={level}
      className="flex items-center gap-3 short:min-w-0 short:grow short:gap-1"
    >
      <span
        className={classNames(
          'flex min-w-14 shrink-0 short:min-w-12 items-center gap-1.5 font-bold tabular-nums cramped:min-w-0 cramped:text-[min(1rem,6vw)]/none',
          colours[level].text,
        )}
      >
        <Icon
          name="clock"
          className={classNames(
            'size-5 cramped:size-[1em]',
            level === 'red' && running && 'quiz-beat',
          )}
        />
        <span>{secondsLeft}</span>
      </span>
      <span className="h-2.5 grow overflow-hidden rounded-full bg-paper-deep">
        <span
          className={classNames(
            'block h-full origin-left rounded-full forced-colors:bg-[CanvasText] motion-safe:transition-transform motion-safe:duration-1000 motion-safe:ease-linear',
            colours[level].bar,
          )}
          style={{ transform: `scaleX(${secondsLeft / countdownStart})` }}
        />
      </span>
    </div>
  )
}
