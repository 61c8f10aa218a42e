import { useTimeZone } from '../../replica/journal-context.tsx'
import { formatSchedule } from '../../../domain/date-format.ts'
import type { Instant } from '../../../domain/ids.ts'
import { isOver } from '../../../domain/schedule.ts'
import { parseTranslation, type Translation } from '../../../domain/translation.ts'
import type { ShownEntry } from '../../replica/journal.ts'
import { classNames } from '../../ui/class-names.ts'
import { Flag } from '../../ui/flag.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Marked } from '../../ui/marked.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { cardTexts } from './entries-texts.ts'

/** The text of a card, or the two sides of a translation, and an idea's date. */
export function EntryContent({ entry, now }: { readonly entry: ShownEntry; readonly now: number }) {
  const sides = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
  return (
    <div className={classNames('grid min-w-0 gap-2', entry.completed && 'text-ink-soft')}>
      {sides === undefined ? (
        <p className="written measure leading-relaxed wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={entry.content} />
        </p>
      ) : (
        <TranslationSides sides={sides} />
      )}
      {entry.scheduledDate !== null && <Schedule date={entry.scheduledDate} now={now} />}
    </div>
  )
}

function TranslationSides({ sides }: { readonly sides: Translation }) {
  return (
    <dl className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 desktop:grid-cols-2">
      <Side country="de" label={cardTexts.german} text={sides.german} />
      <Side country="hr" label={cardTexts.croatian} text={sides.croatian} />
    </dl>
  )
}

interface SideProps {
  readonly country: 'de' | 'hr'
  readonly label: string
  readonly text: string
}

function Side({ country, label, text }: SideProps) {
  return (
    <div className="flex items-start gap-3 rounded-md bg-uebersetzungen-soft px-3 py-2">
      <dt className="pt-1.5">
        <Flag country={country} label={label} />
      </dt>
      <dd lang={country} className="written min-w-0 font-serif text-lg wrap-anywhere text-ink">
        <Marked text={text} />
      </dd>
    </div>
  )
}

function Schedule({ date, now }: { readonly date: Instant; readonly now: number }) {
  const timeZone = useTimeZone()
  const over = isOver(date, now, timeZone)
  return (
    <p
      className={classNames(
        'flex w-fit items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold',
        over ? 'bg-paper-deep text-ink-soft' : 'bg-ideen-soft text-ideen',
      )}
    >
      <Icon name="calendar" className="size-4.5" />
      <span className="sr-only">{over ? cardTexts.past : cardTexts.scheduled}</span>
      <span>{formatSchedule(date, timeZone)}</span>
    </p>
  )
}
