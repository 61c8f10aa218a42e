import type { SpecialDay } from '../../../domain/special-day.ts'
import { specialDayTexts } from './special-days-texts.ts'

/** The sheet of a special day, until the day ends; nothing on ordinary days. */
export function Celebration({ days }: { readonly days: readonly SpecialDay[] }) {
  return days.map((day) => {
    const texts = specialDayTexts[day.kind]
    return (
      <section
        key={day.kind}
        aria-label={texts.title(day)}
        className="grid justify-items-center gap-1 rounded-lg border border-line bg-accent-soft px-5 py-6 text-center text-accent-ink shadow-card"
      >
        <span aria-hidden="true" className="text-2xl">
          {texts.emoji}
        </span>
        <h2 className="font-serif text-xl font-semibold text-balance">{texts.title(day)}</h2>
        <p className="text-balance">{texts.sentence(day)}</p>
      </section>
    )
  })
}
