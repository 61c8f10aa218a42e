import { useConnection, useJournalState, useTimeZone } from '../../replica/journal-context.tsx'
import { formatInstantDay } from '../../../domain/date-format.ts'
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
        <p className="truncate leading-tight font-bold">
          <Marked text={author} kind="name" />
        </p>
        <p className="text-sm text-ink-soft">
          <time dateTime={entry.createdAt}>
            <Marked text={formatInstantDay(entry.createdAt, now, timeZone)} kind="name" />
          </time>
          <span aria-hidden="true"> · {look.name}</span>
        </p>
      </div>
      {entry.pending && <PendingMark id={entry.id} />}
      {entry.isPrivate && (
        <span
          title={cardTexts.privateHint}
          className="flex shrink-0 items-center gap-1.5 rounded-full bg-paper-deep px-2.5 py-1 text-xs font-bold text-ink-soft"
        >
          <Icon name="lock" className="size-4" />
          {cardTexts.private}
        </span>
      )}
    </header>
  )
}

/** The states in which the quiet line, too, says that nothing can be sent. */
const waitingStates: ReadonlySet<string> = new Set(['offline', 'full', 'signed-out'])

/** Says that a card is on its way or, while it cannot be sent or was parked, that it waits. */
function PendingMark({ id }: { readonly id: EntryId }) {
  const connection = useConnection()
  const isParked = useJournalState(({ queue }) =>
    queue.some(
      ({ trouble, mutation }) =>
        trouble?.kind === 'set-aside' && 'entryId' in mutation && mutation.entryId === id,
    ),
  )
  const isWaiting = !useOnline() || waitingStates.has(connection) || isParked
  return (
    <span className="flex items-center gap-1.5 text-xs font-semibold text-ink-soft">
      <Icon name={isWaiting ? 'cloud-off' : 'send'} className="size-4" />
      {isWaiting ? cardTexts.unsent : cardTexts.pending}
    </span>
  )
}
