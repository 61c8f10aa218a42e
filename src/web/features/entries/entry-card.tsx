import { useRef, useState, type ReactNode } from 'react'
import { mayDelete, mayEdit } from '../../../domain/entry.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { ShownEntry } from '../../replica/journal.ts'
import { Card } from '../../ui/card.tsx'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OpenState } from '../../ui/responsive-dialog.tsx'
import { useEntryActions } from './entry-actions.tsx'
import { EntryContent } from './entry-content.tsx'
import { EntryHeading } from './entry-heading.tsx'
import { cardTexts } from './entries-texts.ts'
import { useCardGestures } from './use-card-gestures.ts'

export interface EntryCardProps {
  readonly entry: ShownEntry
  /** Milliseconds since 1970. */
  readonly now: number
  /**
   * Draws the buttons by which one reacts and replies; other features own them. A long press on the card opens its
   * reactions, too.
   */
  readonly reactions: (entry: ShownEntry, control: OpenState) => ReactNode
  /** Draws what other features show under the entry's text, its reactions first. */
  readonly below: (entry: ShownEntry, now: number) => ReactNode
}

/** An entry on the main screen (docs/behaviour/entries.md "The card"). */
export function EntryCard({ entry, now, reactions, below }: EntryCardProps) {
  const { me } = useJournal()
  const actions = useEntryActions()
  const card = useRef<HTMLDivElement>(null)
  const [areReactionsOpen, setReactionsOpen] = useState(false)
  const toggle = () => actions.setCompleted(entry.id, !entry.completed)
  const remove = mayDelete(entry, me) ? () => actions.remove(entry) : undefined
  useCardGestures(card, {
    onSwipeRight: toggle,
    onSwipeLeft: remove,
    onLongPress: () => setReactionsOpen(true),
  })
  const author = entry.authorName ?? cardTexts.unknownAuthor
  return (
    <div className="group relative rounded-lg">
      <SwipeHints completed={entry.completed} removable={remove !== undefined} />
      <Card
        as="article"
        ref={card}
        tabIndex={-1}
        aria-label={cardTexts.label(author, categoryLooks[entry.category].name)}
        data-entry={entry.id}
        className="relative grid grid-cols-[minmax(0,1fr)] touch-pan-y touch-pinch-zoom gap-3 in-data-zoomed:touch-auto pb-2! transition-[translate] group-data-swipe:transition-none pointer-coarse:select-none"
      >
        <EntryHeading entry={entry} author={author} now={now} />
        <EntryContent entry={entry} now={now} />
        {below(entry, now)}
        <div className="-mx-2 flex items-center gap-1 cramped:flex-wrap">
          <CompletionToggle completed={entry.completed} onToggle={toggle} />
          <div className="min-w-0 grow">
            {reactions(entry, { open: areReactionsOpen, onOpenChange: setReactionsOpen })}
          </div>
          {mayEdit(entry, me) && (
            <IconButton
              icon="pencil"
              label={cardTexts.edit}
              onClick={() => actions.edit(entry.id)}
            />
          )}
          {remove !== undefined && (
            <IconButton icon="trash" label={cardTexts.remove} onClick={remove} />
          )}
        </div>
      </Card>
    </div>
  )
}

interface CompletionToggleProps {
  readonly completed: boolean
  readonly onToggle: () => void
}

function CompletionToggle({ completed, onToggle }: CompletionToggleProps) {
  return (
    <button
      type="button"
      aria-label={cardTexts.complete}
      aria-pressed={completed}
      onClick={onToggle}
      className="inline-grid size-target shrink-0 place-items-center rounded-full hover:bg-paper-deep active:scale-95 active:transition-transform"
    >
      <span
        className={classNames(
          'grid size-6.5 place-items-center rounded-full border-2',
          completed ? 'border-success bg-success text-card' : 'border-field-line',
        )}
      >
        {completed && <Icon name="check" className="size-4.5" />}
      </span>
    </button>
  )
}

interface SwipeHintsProps {
  readonly completed: boolean
  readonly removable: boolean
}

/** The hints under the card, seen while a finger moves it; their twins are the card's buttons. */
function SwipeHints({ completed, removable }: SwipeHintsProps) {
  const hint =
    'absolute inset-0 hidden items-center gap-2 rounded-lg px-5 text-sm font-bold opacity-70'
  return (
    <div aria-hidden="true">
      <div
        className={classNames(
          hint,
          'bg-success-soft text-success group-data-[swipe~=far]:opacity-100 group-data-[swipe~=right]:flex',
        )}
      >
        <Icon name="check" />
        <span>{completed ? cardTexts.swipeReopen : cardTexts.swipeComplete}</span>
      </div>
      {removable && (
        <div
          className={classNames(
            hint,
            'justify-end bg-danger-soft text-danger group-data-[swipe~=far]:opacity-100 group-data-[swipe~=left]:flex',
          )}
        >
          <span>{cardTexts.swipeRemove}</span>
          <Icon name="trash" />
        </div>
      )}
    </div>
  )
}
