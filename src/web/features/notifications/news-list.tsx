import { memo } from 'react'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { formatInstant } from '../../../domain/date-format.ts'
import type { EntryId, Instant, ReplyId } from '../../../domain/ids.ts'
import { withoutBidiControls } from '../../../domain/text.ts'
import { parseTranslation } from '../../../domain/translation.ts'
import type { NewsItem } from '../../replica/journal.ts'
import { Badge } from '../../ui/badge.tsx'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { holdPress } from '../../ui/hold-press.ts'
import { NearEnd } from '../../ui/near-end.tsx'
import { newsTexts } from './notifications-texts.ts'

/** How many of the first lines are drawn with the sheet, somewhat more than it shows; the others follow. */
export const linesWithSheet = 8

/** The browser lays a line out as it comes near the screen; until then it takes a line's usual height. */
const laidOutNearScreen = '[contain-intrinsic-block-size:auto_4.5rem] [content-visibility:auto]'

/** Leads to an entry, or to a reply to it. */
export type OpenNews = (id: EntryId, reply?: ReplyId) => void

export interface NewsListProps {
  /** Newest first. */
  readonly items: readonly NewsItem[]
  /** Lines after it are marked "Neu"; empty before the bell was ever opened. */
  readonly newSince: Instant | ''
  readonly partnerName: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  readonly onOpen: OpenNews
  /** Draws older ones; undefined if there are none. */
  readonly onMore: (() => void) | undefined
}

/**
 * The news, newest first, with person, kind and time; each line leads to its entry. Not drawn again as the count
 * changes.
 */
export const NewsList = memo(function NewsList(props: NewsListProps) {
  const { items, newSince, partnerName, now, onOpen, onMore } = props
  if (items.length === 0) {
    return (
      <div className="grid justify-items-center gap-1 px-2 py-6 text-center">
        <span aria-hidden="true" className="text-3xl">
          💌
        </span>
        <p className="font-bold">{newsTexts.emptyTitle}</p>
        <p className="text-sm text-ink-soft">
          {newsTexts.emptyText(partnerName ?? newsTexts.somebody)}
        </p>
      </div>
    )
  }
  return (
    <>
      <ul aria-label={newsTexts.list} className="-mx-2 space-y-1">
        {items.map((item, index) => (
          <li key={keyOf(item)} className={index < linesWithSheet ? undefined : laidOutNearScreen}>
            <NewsLine
              item={item}
              isNew={item.visibleSince > newSince}
              now={now}
              onOpen={() => onOpen(item.entryId, item.kind === 'reply' ? item.replyId : undefined)}
            />
          </li>
        ))}
      </ul>
      {onMore !== undefined && (
        <NearEnd length={items.length} label={newsTexts.more} onNear={onMore} />
      )}
    </>
  )
})

interface NewsLineProps {
  readonly item: NewsItem
  readonly isNew: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  readonly onOpen: () => void
}

function NewsLine({ item, isNew, now, onOpen }: NewsLineProps) {
  const timeZone = useTimeZone()
  return (
    <button
      type="button"
      onPointerDown={holdPress}
      onClick={onOpen}
      className={classNames(
        'flex min-h-target w-full items-start gap-3 rounded-md px-2 py-2 text-left hover:bg-paper-deep',
        // Inside: a line that is laid out later cuts off what is drawn around it.
        'focus-visible:-outline-offset-2',
        isNew && 'bg-accent-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'mt-0.5 size-9 shrink-0 rounded-full text-center text-[calc(var(--spacing)*5)] leading-9',
          categoryLooks[item.category].soft,
        )}
      >
        {emojiOf(item)}
      </span>
      {/* Blocks, as the list is one: a grid measures each text before it places it. */}
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2 text-sm font-bold cramped:flex-wrap">
          <span className="min-w-0 wrap-anywhere">{sentenceOf(item)}</span>
          {isNew && <Badge tone="accent">{newsTexts.fresh}</Badge>}
        </span>
        <span className="written block truncate text-sm text-ink-soft">{excerptOf(item)}</span>
        <span className="block text-xs text-ink-soft">
          {formatInstant(item.visibleSince, now, timeZone)}
        </span>
      </span>
    </button>
  )
}

function emojiOf(item: NewsItem): string {
  if (item.kind === 'reply') return newsTexts.replyEmoji
  if (item.kind === 'photos') return newsTexts.photosEmoji
  return item.kind === 'entry' ? categoryLooks[item.category].emoji : item.emoji
}

function sentenceOf(item: NewsItem): string {
  const name = item.byName ?? newsTexts.unknown
  if (item.kind === 'reply') return newsTexts.replied(name, item.to)
  if (item.kind === 'photos') return newsTexts.addedPhotos(name, item.photos)
  return item.kind === 'entry'
    ? newsTexts.wrote[item.category](name)
    : newsTexts.reacted(name, item.emoji)
}

/** A translation's two sides without their flags, which not every system draws. */
function excerptOf({ kind, category, excerpt }: NewsItem): string {
  const isWord = kind !== 'reply' && category === 'uebersetzungen'
  const translation = isWord ? parseTranslation(excerpt) : undefined
  if (translation === undefined) return excerpt
  const { german, croatian } = translation
  return newsTexts.translation(withoutBidiControls(german), withoutBidiControls(croatian))
}

function keyOf(item: NewsItem): string {
  if (item.kind === 'reply') return `reply ${item.replyId}`
  return `${item.kind} ${item.entryId} ${item.kind === 'reaction' ? item.emoji : ''}`
}
