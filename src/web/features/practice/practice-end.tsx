import { dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { useNow } from '../../ui/use-now.ts'
import { practiceEndTexts } from './practice-texts.ts'

/** How many were practised, and when it goes on; no streak and no points (D31). */
export function PracticeEnd(props: {
  readonly practised: number
  readonly next: JournalDay | undefined
}) {
  const { practised, next } = props
  const today = dayOf(useNow(), useTimeZone())
  const hasWords = practised > 0 || next !== undefined
  return (
    <div className="grid justify-items-center gap-3 rounded-lg bg-uebersetzungen-soft px-4 py-7 text-center">
      <p aria-hidden="true" className="text-3xl">
        {hasWords ? '🌱' : '✍️'}
      </p>
      <h3 className="font-serif text-lg font-semibold text-balance">
        {!hasWords && practiceEndTexts.noWords}
        {hasWords && practised > 0 && practiceEndTexts.done(practised)}
        {hasWords && practised === 0 && practiceEndTexts.nothingDue}
      </h3>
      {next !== undefined && <p className="text-ink-soft">{practiceEndTexts.next(next, today)}</p>}
    </div>
  )
}
