import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { quizTexts } from './quiz-texts.ts'

export type OptionState = 'open' | 'right' | 'wrong' | 'locked'

export interface OptionButtonProps {
  readonly number: number
  readonly text: string
  readonly lang: 'de' | 'hr'
  readonly state: OptionState
  readonly onChoose: () => void
}

const looks: Readonly<Record<OptionState, string>> = {
  open: 'border-field-line bg-raised hover:bg-paper-deep active:scale-[0.99]',
  right: 'border-success bg-success-soft text-success ring-1 ring-success',
  wrong: 'border-danger bg-danger-soft text-danger ring-1 ring-danger',
  locked: 'border-line bg-card text-ink-soft',
}

/** From these lengths on an option has smaller type, so that the question fits a phone. */
const longOption = 50
const veryLongOption = 80

/** An option; once locked, a mark repeats what the colour says. Its size never changes. */
export function OptionButton({ number, text, lang, state, onChoose }: OptionButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={state !== 'open'}
      data-chosen={state === 'right' ? '' : undefined}
      onClick={state === 'open' ? onChoose : undefined}
      className={classNames(
        'flex min-h-13 w-full items-center gap-3 rounded-md border px-3 py-2 text-left font-semibold transition tight:min-h-[max(44px,1.9rem)] tight:gap-2 tight:px-2 tight:py-0 tight:text-sm',
        looks[state],
        state === 'open' ? '' : 'cursor-default',
      )}
    >
      <span className="grid size-7 shrink-0 place-items-center">
        <Marker number={number} state={state} />
      </span>
      <span
        lang={lang}
        className={classNames(
          'written min-w-0 flex-1 wrap-anywhere hyphens-auto',
          text.length > longOption && 'text-sm',
          text.length > veryLongOption &&
            'max-desktop:text-xs tight:leading-tight! short:text-[0.75rem]!',
        )}
      >
        {text}
      </span>
    </button>
  )
}

const marks = {
  right: { icon: 'check', label: quizTexts.right, ground: 'bg-success' },
  wrong: { icon: 'close', label: quizTexts.wrong, ground: 'bg-danger' },
} as const

/** The option's number, or its mark after the answer. */
function Marker({ number, state }: { readonly number: number; readonly state: OptionState }) {
  if (state === 'open' || state === 'locked')
    return (
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-paper-deep text-[calc(var(--spacing)*3.75)] font-bold text-ink-soft"
      >
        {number}
      </span>
    )
  const { icon, label, ground } = marks[state]
  return (
    <span
      className={classNames(
        'quiz-pop grid size-7 place-items-center rounded-full text-card',
        ground,
      )}
    >
      <Icon name={icon} className="size-5" />
      <span className="sr-only">{label}:</span>
    </span>
  )
}
