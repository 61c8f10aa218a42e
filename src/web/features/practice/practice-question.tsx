import type { Ref } from 'react'
import { Flag } from '../../ui/flag.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/text-field.tsx'
import { promptOf } from '../../../domain/practice/answer.ts'
import type { PracticeCard } from '../../../domain/practice/today.ts'
import { languagesOf } from '../../../domain/translation.ts'
import { practiceTexts } from './practice-texts.ts'
import { SpeakButton } from './speak-button.tsx'

/** From this length on the word has smaller type, so that the card fits a phone with its keyboard. */
const longPrompt = 36

/** The word that is asked for. */
export function PracticePrompt({ card }: { readonly card: PracticeCard }) {
  const { from, to } = languagesOf(card)
  const prompt = promptOf(card)
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center rounded-lg bg-uebersetzungen-soft px-4 py-5">
      <h3
        id="practice-prompt"
        className="col-start-2 grid justify-items-center gap-1.5 text-center"
      >
        <span className="flex flex-wrap items-center justify-center gap-2 text-sm font-bold text-uebersetzungen">
          <Flag country={from} />
          {practiceTexts.ask[card.direction]}
          <Flag country={to} />
        </span>
        <span
          lang={from}
          className={classNames(
            'written max-w-full font-serif font-semibold text-balance wrap-anywhere hyphens-auto',
            prompt.length > longPrompt ? 'text-base' : 'text-xl',
          )}
        >
          {prompt}
        </span>
      </h3>
      <div className="justify-self-end">{from === 'hr' && <SpeakButton word={prompt} />}</div>
    </div>
  )
}

export interface AnswerFieldProps {
  readonly card: PracticeCard
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly field: Ref<HTMLInputElement>
}

/** A field for a word; nothing on the device completes or corrects it. */
export function AnswerField({ card, onChange, field, ...rest }: AnswerFieldProps) {
  return (
    <TextField
      {...rest}
      ref={field}
      lang={languagesOf(card).to}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      aria-describedby="practice-prompt"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
