import { useMemo, useState, type ReactNode } from 'react'
import type { EntryId } from '../../../domain/ids.ts'
import { dayOf, startOfDay } from '../../../domain/journal-day.ts'
import { parseTranslation } from '../../../domain/translation.ts'
import {
  useJournal,
  useJournalState,
  useShownEntry,
  useTimeZone,
} from '../../replica/journal-context.tsx'
import type { Memory, ShownEntry } from '../../replica/journal.ts'
import { memoriesOf } from '../../replica/questions/memories.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { agoInWords, memoryTexts } from './memories-texts.ts'
import { WordQuestion } from './word-question.tsx'

/** What was written on this day in earlier years, and which of it is shown. */
export interface TodaysMemories {
  readonly memories: readonly Memory[]
  /** The place of the one that is shown; the last where there are fewer. */
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/**
 * Undefined until the copy was read.
 *
 * @param now milliseconds since 1970; at midnight in the journal's time zone there are others
 */
export function useMemories(now: number): TodaysMemories | undefined {
  const isRead = useJournalState((state) => state.isRead)
  const entries = useJournalState((state) => state.entries)
  const memoryMarks = useJournalState((state) => state.memoryMarks)
  const journal = useJournalState((state) => state.journal)
  const today = startOfDay(dayOf(now, useTimeZone()), useTimeZone())
  const [chosen, onChoose] = useState(0)
  const memories = useMemo(
    () => memoriesOf({ entries, memoryMarks, journal }, today),
    [entries, memoryMarks, journal, today],
  )
  return isRead ? { memories, chosen, onChoose } : undefined
}

export interface MemoriesProps extends TodaysMemories {
  /** Milliseconds since 1970. */
  readonly now: number
  /** True for an entry that the app wrote on a special day. */
  readonly isCelebration: (id: EntryId) => boolean
  /** Draws an entry as the list does. */
  readonly renderEntry: (entry: ShownEntry) => ReactNode
  /** Scrolls to the entry's place in the list. */
  readonly onShow: (id: EntryId) => void
}

/** Small, so that two of the three stand side by side on a phone. */
const quiet = 'px-3! text-start text-sm!'

/** What was written on this day in earlier years, one after the other (docs/behaviour/memories.md). */
export function Memories(props: MemoriesProps) {
  const { memories, chosen, onChoose } = props
  const today = dayOf(props.now, useTimeZone())
  if (memories.length === 0) return null
  const index = Math.min(chosen, memories.length - 1)
  const memory = memories[index]
  if (memory === undefined) return null
  const title = agoInWords(memory.ago)
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-accent-soft p-4 shadow-card"
    >
      <header className="flex min-h-target items-center gap-2 text-accent-ink">
        <h2 className="min-w-0 grow font-serif text-lg font-semibold text-balance">{title}</h2>
        {memories.length > 1 && <Steps index={index} count={memories.length} onChoose={onChoose} />}
      </header>
      <MemoryBody key={memory.entry.id} {...props} memory={memory} />
      <footer className="-mx-3 -mb-2 flex flex-wrap">
        <Button variant="ghost" className={quiet} onClick={() => props.onShow(memory.entry.id)}>
          {memoryTexts.show}
        </Button>
        <Hiding id={memory.entry.id} today={today} />
      </footer>
    </section>
  )
}

function MemoryBody({ memory, isCelebration, renderEntry }: MemoriesProps & { memory: Memory }) {
  const entry = useShownEntry(memory.entry)
  const word = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
  if (word !== undefined) return <WordQuestion word={word} />
  if (isCelebration(entry.id))
    return (
      <div className="grid gap-1">
        <p className="font-semibold">{memoryTexts.celebrated}</p>
        <p className="written font-serif text-lg wrap-anywhere">{entry.content}</p>
      </div>
    )
  return (
    <>
      {entry.category === 'ideen' && entry.completed && (
        <p className="font-semibold">{memoryTexts.done}</p>
      )}
      {renderEntry(entry)}
    </>
  )
}

interface StepsProps {
  readonly index: number
  readonly count: number
  readonly onChoose: (index: number) => void
}

function Steps({ index, count, onChoose }: StepsProps) {
  return (
    <div className="-me-2 flex shrink-0 items-center">
      <IconButton
        icon="arrow-left"
        label={memoryTexts.previous}
        onClick={() => onChoose((index + count - 1) % count)}
      />
      <output className="text-sm whitespace-nowrap">
        {memoryTexts.position(index + 1, count)}
      </output>
      <IconButton
        icon="arrow-left"
        iconClassName="rotate-180"
        label={memoryTexts.next}
        onClick={() => onChoose((index + 1) % count)}
      />
    </div>
  )
}

interface HidingProps {
  readonly id: EntryId
  readonly today: ReturnType<typeof dayOf>
}

/** Both buttons that hide memories, each with an undo. */
function Hiding({ id, today }: HidingProps) {
  const journal = useJournal()
  const hide = (until: HidingProps['today'] | null, title: string) => {
    const undo = () => journal.setMemoryMark(id, until, false)
    journal.setMemoryMark(id, until, true)
    toast({ title, action: { label: memoryTexts.undo, onClick: undo, undoes: true } })
  }
  return (
    <>
      <Button
        variant="ghost"
        className={quiet}
        onClick={() => hide(today, memoryTexts.hiddenToday)}
      >
        {memoryTexts.notToday}
      </Button>
      <Button
        variant="ghost"
        className={quiet}
        onClick={() => hide(null, memoryTexts.hiddenForEver)}
      >
        {memoryTexts.never}
      </Button>
    </>
  )
}
