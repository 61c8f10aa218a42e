import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { quizTexts } from './texts.ts'

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
  right: 'border-success bg-success-soft text-success',
  wrong: 'border-danger bg-danger-soft text-danger',
  locked: 'border-line bg-card text-ink-soft',
}

/** An option; once locked, mark and word say what the colour says. */
export function OptionButton({ number, text, lang, state, onChoose }: OptionButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={state !== 'open'}
      onClick={state === 'open' ? onChoose : undefined}
      className={classNames(
        'flex min-h-13 w-full items-center gap-3 rounded-md border px-4 py-2 text-left font-semibold transition',
        looks[state],
      )}
    >
      <span aria-hidden="true" className="w-4 shrink-0 text-sm font-bold text-ink-soft">
        {number}
      </span>
      <span lang={lang} className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </span>
      {state === 'right' && <Mark icon="check" label={quizTexts.right} />}
      {state === 'wrong' && <Mark icon="close" label={quizTexts.wrong} />}
    </button>
  )
}

function Mark({ icon, label }: { readonly icon: 'check' | 'close'; readonly label: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm font-bold">
      <Icon name={icon} className="size-5" />
      {label}
    </span>
  )
}
