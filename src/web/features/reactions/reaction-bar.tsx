import { useRef, useState, type ReactNode } from 'react'
import type { ReactionEmoji } from '../../../domain/reaction.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { ShownEntry } from '../../replica/journal.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popover, type PopoverProps } from '../../ui/popover.tsx'
import type { OpenState } from '../../ui/responsive-dialog.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { groupsOf, isMine, type ReactionGroup } from './reaction-groups.ts'
import { ReactionPanel } from './reaction-panel.tsx'
import { reactionTexts } from './reactions-texts.ts'

/** The grid hanging on the button is opened by a long press on the card, too. */
export interface ReactionButtonProps extends OpenState {
  readonly entry: ShownEntry
  /** The other parts that the panel of a long press offers. */
  readonly children?: ReactNode
}

/** The button of a card that opens the grid of 15. */
export function ReactionButton({ entry, open, onOpenChange, children }: ReactionButtonProps) {
  const { groups, toggle } = useReactions(entry)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <ReactionPopover
      open={open}
      onOpenChange={onOpenChange}
      groups={groups}
      onChoose={(emoji) => {
        toggle(emoji)
        onOpenChange(false)
        keepFocus(button.current)
      }}
      trigger={
        <button
          ref={button}
          type="button"
          data-react=""
          aria-label={reactionTexts.add}
          className="inline-grid size-target shrink-0 place-items-center rounded-full text-ink-soft hover:bg-paper-deep hover:text-ink active:scale-95 active:transition-transform"
        >
          <Icon name="smile" />
        </button>
      }
    >
      {children}
    </ReactionPopover>
  )
}

/** The reactions of a card, in rows of their own: a chip for each emoji. */
export function ReactionChips({ entry }: { readonly entry: ShownEntry }) {
  const { groups, toggle } = useReactions(entry)
  const rows = useRef<HTMLDivElement>(null)
  if (groups.length === 0) return null
  const choose = (emoji: ReactionEmoji, close: () => void) => {
    const add = rows.current?.closest('article')?.querySelector<HTMLElement>('[data-react]')
    toggle(emoji)
    close()
    keepFocus(add)
  }
  return (
    <div ref={rows} className="-my-1.5 flex flex-wrap gap-x-1">
      {groups.map((group) => (
        <Chip key={group.emoji} group={group} groups={groups} onChoose={choose} />
      ))}
    </div>
  )
}

/** A chip that leaves with my reaction takes the focus along; the card's button stays. */
function keepFocus(button: HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) button?.focus()
  }, 200)
}

interface ChipProps {
  readonly group: ReactionGroup
  readonly groups: readonly ReactionGroup[]
  readonly onChoose: (emoji: ReactionEmoji, close: () => void) => void
}

/** An emoji with its count; a tap shows who reacted (docs/behaviour/reactions.md). */
function Chip({ group, groups, onChoose }: ChipProps) {
  const [open, setOpen] = useState(false)
  return (
    <ReactionPopover
      open={open}
      onOpenChange={setOpen}
      groups={groups}
      onChoose={(emoji) => onChoose(emoji, () => setOpen(false))}
      trigger={
        <button
          type="button"
          aria-label={reactionTexts.chip(group.label, group.count, group.names)}
          className="inline-flex min-h-target items-center rounded-full active:scale-95"
        >
          <span
            data-chosen={group.isMine ? '' : undefined}
            className={classNames(
              'inline-flex min-h-8 items-center gap-1 rounded-full border px-2.5 text-sm font-bold tabular-nums',
              group.isMine
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line bg-paper text-ink-soft',
            )}
          >
            <span className="text-base">{group.emoji}</span>
            <span>{group.count}</span>
          </span>
        </button>
      }
    />
  )
}

interface ReactionPopoverProps extends Pick<PopoverProps, 'open' | 'onOpenChange' | 'trigger'> {
  readonly groups: readonly ReactionGroup[]
  readonly onChoose: (emoji: ReactionEmoji) => void
  readonly children?: ReactNode
}

/** The grid of 15 on what opens it. */
function ReactionPopover({ groups, onChoose, children, ...popover }: ReactionPopoverProps) {
  return (
    <Popover {...popover} title={reactionTexts.title} hideTitle align="start">
      <ReactionPanel groups={groups} onChoose={onChoose} />
      {children}
    </Popover>
  )
}

/** The reactions to an entry, and what gives or takes back one of mine. */
function useReactions(entry: ShownEntry) {
  const journal = useJournal()
  const groups = groupsOf(entry.reactions, journal.me)
  const toggle = (emoji: ReactionEmoji) => {
    vibrate(10)
    const action = isMine(groups, emoji) ? 'remove-reaction' : 'add-reaction'
    journal.write({ action, entryId: entry.id, emoji })
  }
  return { groups, toggle }
}
