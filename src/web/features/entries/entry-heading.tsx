import { useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { useHeldUp } from '../../replica/use-held-up.ts'
import { writtenTime } from '../../../domain/date-format.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { ShownEntry } from '../../replica/journal.ts'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Marked } from '../../ui/marked.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { cardTexts } from './entries-texts.ts'

interface EntryHeadingProps {
  readonly entry: ShownEntry
  readonly author: string
  readonly now: number
}

/** The author, time and category of an entry, whether it is private and whether it is on its way. */
export function EntryHeading({ entry, author, now }: EntryHeadingProps) {
  const timeZone = useTimeZone()
  const look = categoryLooks[entry.category]
  const { day, clock } = writtenTime(entry.createdAt, now, timeZone)
  return (
    <header className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-10 shrink-0 place-items-center rounded-full text-[calc(var(--spacing)*6)]',
          look.soft,
        )}
      >
        {look.emoji}
      </span>
      <div className="min-w-0 grow">
        {/* The marks take nothing from the line below, which would break while a card is on its way. */}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="max-w-full truncate leading-tight font-bold">
            <Marked text={author} kind="name" />
          </p>
          {(entry.pending || entry.isPrivate) && (
            <div className="-my-1 ms-auto flex items-center gap-2">
              {entry.pending && <PendingMark id={entry.id} isShort={entry.isPrivate} now={now} />}
              {entry.isPrivate && <PrivateMark />}
            </div>
          )}
        </div>
        <p className="text-sm text-ink-soft">
          <time dateTime={entry.createdAt}>
            <Marked text={day} kind="name" />
            {clock !== undefined && <span>{`, ${clock}`}</span>}
          </time>
          <span aria-hidden="true">
            {' · '}
            {/* Where it has no room it goes to the next line as a whole. */}
            <span className="inline-block">{look.name}</span>
          </span>
        </p>
      </div>
    </header>
  )
}

function PrivateMark() {
  return (
    <span
      title={cardTexts.privateHint}
      className="flex shrink-0 items-center gap-1.5 rounded-full bg-paper-deep px-2.5 py-1 text-xs font-bold text-ink-soft"
    >
      <Icon name="lock" className="size-4" />
      {cardTexts.private}
    </span>
  )
}

interface PendingMarkProps {
  readonly id: EntryId
  /** On the phone a picture alone: another mark stands beside it. */
  readonly isShort: boolean
  readonly now: number
}

/** Says that a card is on its way or, while the quiet line says that nothing is, or it was parked, that it waits. */
function PendingMark({ id, isShort, now }: PendingMarkProps) {
  const isParked = useJournalState(({ queue }) =>
    queue.some(
      ({ trouble, mutation }) =>
        trouble?.kind === 'set-aside' && 'entryId' in mutation && mutation.entryId === id,
    ),
  )
  const isWaiting = useHeldUp({ isOnline: useOnline(), now }) || isParked
  const words = isWaiting ? cardTexts.unsent : cardTexts.pending
  return (
    <span
      title={isShort ? words : undefined}
      className="flex items-center gap-1.5 text-xs font-semibold text-ink-soft"
    >
      <Icon name={isWaiting ? 'cloud-off' : 'send'} className="size-4 shrink-0" />
      <span className={classNames(isShort && 'sr-only desktop:not-sr-only')}>{words}</span>
    </span>
  )
}
