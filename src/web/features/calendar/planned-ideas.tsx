import { useId } from 'react'
import type { PlannedIdea } from '../../../domain/calendar-day.ts'
import { formatSchedule } from '../../../domain/date-format.ts'
import { firstWords } from '../../../domain/first-words.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { usePlannedIdeas } from '../../replica/use-marked-days.ts'
import { useEntry } from '../../replica/use-rows.ts'
import { Card } from '../../ui/card.tsx'
import { calendarTexts } from './calendar-texts.ts'

/** How many are shown. */
const most = 3

interface PlannedIdeasProps {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Leads to the card of an idea. */
  readonly onOpen: (id: EntryId) => void
}

/** "Geplant": the next planned ideas of both, under any tab and filter; nothing where there is none. */
export function PlannedIdeas({ now, onOpen }: PlannedIdeasProps) {
  const title = useId()
  const planned = usePlannedIdeas(now, most)
  if (planned.length === 0) return null
  return (
    <Card as="section" aria-labelledby={title} className="grid grid-cols-[minmax(0,1fr)] py-2!">
      <h2 id={title} className="font-serif font-semibold">
        {calendarTexts.planned}
      </h2>
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {planned.map((idea) => (
          <li key={idea.id}>
            <IdeaLine idea={idea} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface IdeaLineProps extends Pick<PlannedIdeasProps, 'onOpen'> {
  readonly idea: PlannedIdea
}

function IdeaLine({ idea: { id, scheduledDate }, onOpen }: IdeaLineProps) {
  const timeZone = useTimeZone()
  const entry = useEntry(id)
  if (entry === undefined) return null
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="grid w-full rounded-md px-2 py-1 text-start hover:bg-paper-deep"
    >
      <span className="written truncate">{firstWords(entry)}</span>
      <span className="text-xs text-ink-soft">{formatSchedule(scheduledDate, timeZone)}</span>
    </button>
  )
}
