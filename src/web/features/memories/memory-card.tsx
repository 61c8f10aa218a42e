import { useId, useMemo, useState, type ReactNode } from 'react'
import { agoInWords } from '../../../domain/ago-in-words.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { dayOf, startOfDay } from '../../../domain/journal-day.ts'
import { parseTranslation } from '../../../domain/translation.ts'
import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { useEntry, useRows, useShownEntry } from '../../replica/use-rows.ts'
import type { Memory, ShownEntry } from '../../replica/journal.ts'
import type { RowReader } from '../../replica/memory/journal-rows.ts'
import { memoriesOf } from '../../replica/questions/memories.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useHasColumns } from '../../ui/media-query.ts'
import { memoryTexts } from './memories-texts.ts'
import { MemoryMenu } from './memory-menu.tsx'
import { WordQuestion } from './word-question.tsx'

/** The entries of this day in earlier years, and the one of them that is shown. */
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
  /** Whether it stands beside the list, where it is as high as its text. */
  readonly isBeside: boolean
  /** True for an entry that the app wrote on a special day. */
  readonly isCelebration: (id: EntryId) => boolean
  /** Draws an entry as the list does. */
  readonly renderEntry: (entry: ShownEntry) => ReactNode
  /** Scrolls to the entry's place in the list. */
  readonly onShow: (id: EntryId) => void
}

/** Memories that lie in one place at most, beside the one that is shown. */
const mostLaidOut = 12
/** Letters in a line of a card, about. */
const lineLength = 40
/** Lines that are as high as the photos of a card, about. */
const photoLines = 12

/**
 * The entries of this day in earlier years: one line that opens in place (docs/behaviour/memories.md). Above the list
 * they lie in one place, so that its height is the same from one to the next. Beside it each is as high as its text:
 * the buttons stand above the text, and the room that a press found stays below, so that nothing moves away: neither a
 * button nor, for its undo, an entry that was deleted.
 */
export function Memories(props: MemoriesProps) {
  const { memories, chosen, isBeside } = props
  const [isOpen, setOpen] = useState(useHasColumns())
  const [kept, setKept] = useState(0)
  const index = Math.min(chosen, memories.length - 1)
  const memory = memories[index]
  const room = isBeside ? kept : 0
  if (memory === undefined && room === 0) return null
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)] content-start"
      style={{ minHeight: room }}
      onClickCapture={({ currentTarget }) => setKept(currentTarget.offsetHeight)}
    >
      {memory !== undefined && (
        <MemorySheet {...props} index={index} memory={memory} isOpen={isOpen} onOpen={setOpen} />
      )}
    </div>
  )
}

interface MemorySheetProps extends MemoriesProps {
  readonly index: number
  readonly memory: Memory
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}

function MemorySheet(props: MemorySheetProps) {
  const { memories, memory, index, isOpen, onOpen, isBeside } = props
  const body = useId()
  const title = agoInWords(memory.ago)
  const count = memories.length
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] rounded-lg border border-line bg-accent-soft text-accent-ink shadow-card"
    >
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => onOpen(!isOpen)}
          className="flex min-h-target w-full items-center gap-2 rounded-lg ps-4 pe-3 text-start text-sm"
        >
          <MemoryLine title={title} memory={memory} isOpen={isOpen} />
          {!isOpen && count > 1 && (
            <span className="shrink-0 font-semibold">{memoryTexts.position(index + 1, count)}</span>
          )}
          <Icon
            name="chevron-down"
            className={classNames('size-5 shrink-0', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      {isOpen && (
        <div
          id={body}
          className={classNames(
            'grid grid-cols-[minmax(0,1fr)] gap-1 px-3',
            isBeside ? 'pb-3' : 'pb-1',
          )}
        >
          {isBeside && <MemoryButtons {...props} />}
          <MemoryBodies {...props} />
          {!isBeside && <MemoryButtons {...props} />}
        </div>
      )}
    </section>
  )
}

function MemoryButtons(props: MemorySheetProps) {
  const { memories, memory, now, onShow } = props
  return (
    <div className="-mx-2 flex items-center justify-between">
      {memories.length > 1 ? <Steps {...props} /> : <span />}
      <MemoryMenu id={memory.entry.id} now={now} onShow={onShow} />
    </div>
  )
}

/** The memory that is shown; above the list those in the same place that may be higher. */
function MemoryBodies(props: MemorySheetProps) {
  const { memories, memory, isBeside } = props
  const rows = useRows('photos')
  const longest = useMemo(
    () => (isBeside ? [] : longestOf(memories, rows)),
    [isBeside, memories, rows],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      {[...new Set([...longest, memory])].map((one) => (
        <div
          key={one.entry.id}
          inert={one !== memory}
          className={classNames(
            'col-start-1 row-start-1 grid grid-cols-[minmax(0,1fr)] content-start gap-2 text-ink',
            one !== memory && 'invisible',
          )}
        >
          <MemoryContent {...props} memory={one} />
        </div>
      ))}
    </div>
  )
}

/** The few that are likely to be the highest: with a card for each of hundreds every change would take long. */
function longestOf(memories: readonly Memory[], rows: RowReader): readonly Memory[] {
  if (memories.length <= mostLaidOut) return memories
  const lines = new Map(
    memories.map(({ entry: { id } }) => {
      const photos = rows.of('photos', id).length > 0 ? photoLines : 0
      return [id, photos + linesOf(rows.get('entries', id))]
    }),
  )
  const linesIn = ({ entry }: Memory) => lines.get(entry.id) ?? 0
  return memories.toSorted((one, other) => linesIn(other) - linesIn(one)).slice(0, mostLaidOut)
}

function linesOf(entry: Entry | undefined): number {
  const lines = entry?.content.split('\n') ?? []
  return lines.reduce((sum, { length }) => sum + 1 + Math.floor(length / lineLength), 0)
}

interface MemoryLineProps {
  readonly title: string
  readonly memory: Memory
  readonly isOpen: boolean
}

/** "Heute vor einem Jahr: …" as far as a line holds it; of a word it gives the question alone. */
function MemoryLine({ title, memory, isOpen }: MemoryLineProps) {
  const entry = useEntry(memory.entry.id)
  if (entry === undefined) return null
  const { content, category } = entry
  const word = category === 'uebersetzungen' ? parseTranslation(content) : undefined
  if (isOpen)
    return (
      <span className="min-w-0 grow font-serif text-base/[1.25rem] font-semibold">{title}</span>
    )
  return (
    <span className="min-w-0 grow truncate">
      <span className="font-semibold">{title}:</span>{' '}
      <span className="written text-ink">
        {word === undefined ? content : memoryTexts.asked(word.croatian)}
      </span>
    </span>
  )
}

function MemoryContent({ memory, isCelebration, renderEntry }: MemorySheetProps) {
  const entry = useShownEntry(memory.entry.id)
  if (entry === undefined) return null
  const word = entry.category === 'uebersetzungen' ? parseTranslation(entry.content) : undefined
  if (word !== undefined) return <WordQuestion word={word} />
  if (isCelebration(entry.id))
    return (
      <div className="grid gap-1">
        <p className="font-semibold">{memoryTexts.celebrated}</p>
        <p className="written measure font-serif text-lg wrap-anywhere">{entry.content}</p>
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

function Steps({ memories: { length: count }, index, onChoose }: MemorySheetProps) {
  return (
    <div className="flex items-center">
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
