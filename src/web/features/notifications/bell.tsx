import { useState } from 'react'
import type { EntryId } from '../../../domain/ids.ts'
import { seenUntilOf } from '../../../domain/news.ts'
import type { News } from '../../replica/journal.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import { NewsList } from './news-list.tsx'
import { newsTexts } from './texts.ts'
import { useNewsCount } from './use-news-count.ts'

export interface BellProps {
  /** The app's title, which carries the count in front. */
  readonly title: string
  /** The partner's name, for the empty list. */
  readonly partnerName: string | undefined
  readonly timeZone: string
  readonly onOpenEntry: (id: EntryId) => void
}

/**
 * "Neu für dich" (D7): how much the partner has written or reacted to since the last look on any
 * of my devices. Opening it is the look; what was new stays marked while the list is open.
 */
export function Bell({ title, partnerName, timeZone, onOpenEntry }: BellProps) {
  const journal = useJournal()
  const news = useLive(() => journal.news(), [journal])
  const now = useNow()
  const [opened, setOpened] = useState<News>()
  const count = news?.count ?? 0
  useNewsCount(count, title)

  const look = (current: News | undefined) => {
    setOpened(current)
    const seenUntil = seenUntilOf(current?.items ?? [])
    if (seenUntil !== undefined) void journal.lookedAt(seenUntil)
  }

  return (
    <Popover
      open={opened !== undefined}
      onOpenChange={(open) => (open ? look(news) : setOpened(undefined))}
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
        items={opened?.items ?? []}
        partnerName={partnerName}
        timeZone={timeZone}
        now={now}
        onOpen={(id) => {
          setOpened(undefined)
          onOpenEntry(id)
        }}
      />
    </Popover>
  )
}
