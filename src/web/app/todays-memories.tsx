import { useRef } from 'react'
import { dayOf, partsOf } from '../../domain/journal-day.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { JournalSettings } from '../../domain/table-schemas.ts'
import { specialDayEntryId, specialDaysOn } from '../../domain/special-day.ts'
import { EntryActionsProvider } from '../features/entries/entry-actions.tsx'
import { EntryCard, type EntryCardProps } from '../features/entries/entry-card.tsx'
import { RepliesProvider } from '../features/replies/open-field.tsx'
import { Memories, type TodaysMemories as Today } from '../features/memories/memory-card.tsx'
import { EditEntryDialog } from './lazy-forms.tsx'

export interface TodaysMemoriesProps {
  readonly today: Today
  readonly settings: JournalSettings
  /** Milliseconds since 1970. */
  readonly now: number
  /** Whether it stands beside the list. */
  readonly isBeside: boolean
  readonly onShow: (id: EntryId) => void
  readonly reactions: EntryCardProps['reactions']
  readonly below: EntryCardProps['below']
}

/** "Heute vor …" above the list, with the list's cards. */
export function TodaysMemories(props: TodaysMemoriesProps) {
  const { today, settings, now, isBeside, onShow, reactions, below } = props
  const celebrated = celebrationsBefore(settings, now)
  const frame = useRef<HTMLDivElement>(null)
  // It is where it was: neither the page nor the list moves.
  const focusRestored = (id: EntryId) =>
    frame.current
      ?.querySelector<HTMLElement>(`[data-entry="${id}"]`)
      ?.focus({ preventScroll: true })
  return (
    <EntryActionsProvider EditDialog={EditEntryDialog} onRestored={focusRestored}>
      <RepliesProvider>
        <div ref={frame} className="contents">
          <Memories
            {...today}
            now={now}
            isBeside={isBeside}
            isCelebration={(id) => celebrated.has(id)}
            renderEntry={(entry) => (
              <EntryCard entry={entry} now={now} reactions={reactions} below={below} />
            )}
            onShow={onShow}
          />
        </div>
      </RepliesProvider>
    </EntryActionsProvider>
  )
}

/** The ids of the entries that the app wrote on this special day in earlier years (D13). */
function celebrationsBefore({ specialDays, timeZone }: JournalSettings, now: number) {
  const today = dayOf(now, timeZone)
  const { year } = partsOf(today)
  const ids = specialDaysOn(today, specialDays).flatMap(({ kind, years }) =>
    Array.from({ length: years }, (_, index) => specialDayEntryId(kind, year - 1 - index)),
  )
  return new Set<EntryId>(ids)
}
