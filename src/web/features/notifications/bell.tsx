import { useEffect, useState } from 'react'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import { readMarkerFor } from '../../../domain/news.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import { NewsList } from './news-list.tsx'
import { newsLines, useNews, useUnseenMarker } from './news-provider.tsx'
import { newsTexts } from './texts.ts'
import { usePageVisible } from './use-page-visible.ts'

export interface BellProps {
  /** The partner's name, for the empty list. */
  readonly partnerName: string | undefined
  readonly onOpenEntry: (id: EntryId) => void
  /** The line at the list's foot, and what it opens. */
  readonly foot: { readonly label: string; readonly onPress: () => void }
}

/**
 * "Neu für dich" (D7): how much the partner has written or reacted to since the last look on any
 * of my devices. Opening it is the look; what was new stays marked while the list is open.
 */
export function Bell({ partnerName, onOpenEntry, foot }: BellProps) {
  const journal = useJournal()
  const news = useNews()
  const [lines, setLines] = useState(newsLines)
  const longer = useLive(
    async () => (lines > newsLines ? journal.news(lines) : undefined),
    [journal, lines],
  )
  const listed = longer ?? news
  const marker = useUnseenMarker()
  const now = useNow()
  /** The last look before the list was opened; undefined while it is closed. */
  const [before, setBefore] = useState<Instant | ''>()
  const isOpen = before !== undefined
  const count = news?.count ?? 0

  // What arrives while the list is open and on the screen is seen, too.
  const isSeeing = usePageVisible() && isOpen && count > 0
  const newest = readMarkerFor(news?.items ?? [])
  useEffect(() => {
    if (isSeeing && newest !== undefined) void journal.moveReadMarker(newest)
  }, [isSeeing, newest, journal])

  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => {
        if (open) marker.keep()
        setBefore(open ? (news?.readMarker ?? '') : undefined)
        setLines(newsLines)
      }}
      title={newsTexts.title}
      trigger={
        <IconButton
          icon="bell"
          label={newsTexts.button(count)}
          badge={<CountBadge count={count} />}
        />
      }
      className="w-96"
    >
      <NewsList
        items={listed?.items ?? []}
        onMore={listed?.more === true ? () => setLines(listed.items.length + newsLines) : undefined}
        newSince={before ?? ''}
        partnerName={partnerName}
        now={now}
        onOpen={(id) => {
          setBefore(undefined)
          onOpenEntry(id)
        }}
      />
      <button
        type="button"
        onClick={() => {
          setBefore(undefined)
          foot.onPress()
        }}
        className="sticky -bottom-4 -mx-4 mt-2 -mb-4 flex min-h-target w-[calc(100%+2rem)] items-center gap-2 border-t border-line bg-raised px-4 py-3 text-left text-sm font-semibold text-ink-soft transition hover:text-ink"
      >
        <Icon name="device" className="size-5 shrink-0" />
        {foot.label}
      </button>
    </Popover>
  )
}
