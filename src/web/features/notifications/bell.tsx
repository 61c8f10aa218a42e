import { useCallback, useState, type ReactNode } from 'react'
import { useJournalState } from '../../replica/journal-context.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { ChunkError } from '../../ui/chunk-error.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { FootButton } from './foot-button.tsx'
import type { OpenNews } from './news-list.tsx'
import { useNews, useUnseenMarker } from './news-provider.tsx'
import { newsTexts } from './notifications-texts.ts'
import type { Opening } from './seen-news.tsx'

const SeenNews = lazyPart(async () => (await import('./seen-news.tsx')).SeenNews, {
  soon: true,
  missing: (_, missing) => <ChunkError {...missing} />,
})

/** How many lines the list has at first, and how many more each time its end comes near. */
const newsLines = 40

export interface BellProps {
  /** The partner's name, for the empty list. */
  readonly partnerName: string | undefined
  readonly onOpenEntry: OpenNews
  /** The sentence about a new version, for the first opening after its update. */
  readonly takeVersionNews: () => string | undefined
  /** The part about nudges, which replaces the list, and the line at the foot that shows it. */
  readonly nudges: { readonly label: string; readonly part: ReactNode }
  /** The other line at the list's foot, and what it opens. */
  readonly foot: { readonly label: string; readonly onPress: () => void }
}

/**
 * "Neu für dich" (D7): counts what the partner wrote and reacted since the read marker, on all my
 * devices. Opening it moves the marker; new lines stay marked while the list is open.
 */
export function Bell({ partnerName, onOpenEntry, takeVersionNews, nudges, foot }: BellProps) {
  const readMarker = useJournalState((state) => state.readMarker)
  const count = useNews()
  const marker = useUnseenMarker()
  const [opening, setOpening] = useState<Opening>()
  const [lines, setLines] = useState(newsLines)
  const [isOnNudges, setOnNudges] = useState(false)

  const open = () => {
    marker.keep()
    setOnNudges(false)
    setLines(newsLines)
    setOpening({ before: readMarker ?? '', versionNews: takeVersionNews() })
  }
  const close = useCallback(() => setOpening(undefined), [])
  const showMore = useCallback((shown: number) => setLines(shown + newsLines), [])
  return (
    <Popover
      open={opening !== undefined}
      onOpenChange={(wanted) => {
        if (wanted) open()
        else close()
      }}
      title={newsTexts.title}
      trigger={bellButton(count ?? 0)}
      // The foot covers no line that has the focus.
      className="w-96 scroll-pb-28 cramped:scroll-pb-0"
      isAnchorStill
    >
      {isOnNudges && nudges.part}
      {opening !== undefined && !isOnNudges && (
        <SeenNews
          {...opening}
          lines={lines}
          partnerName={partnerName}
          onClose={close}
          onOpenEntry={onOpenEntry}
          onMore={showMore}
        />
      )}
      <BellFoot
        nudges={nudges.label}
        isOnNudges={isOnNudges}
        onNudges={() => setOnNudges(!isOnNudges)}
        foot={foot.label}
        onFoot={() => {
          close()
          foot.onPress()
        }}
      />
    </Popover>
  )
}

function bellButton(count: number) {
  const badge = <CountBadge count={count} />
  return <IconButton icon="bell" label={newsTexts.button(count)} badge={badge} />
}

interface BellFootProps {
  /** The labels of the two lines. */
  readonly nudges: string
  readonly foot: string
  readonly isOnNudges: boolean
  readonly onNudges: () => void
  readonly onFoot: () => void
}

/** Stays in sight below the lines. */
function BellFoot({ nudges, foot, isOnNudges, onNudges, onFoot }: BellFootProps) {
  return (
    <div className="sticky -bottom-4 cramped:static -mx-4 mt-2 -mb-4 flex flex-wrap border-t border-line bg-raised px-2">
      <FootButton icon="bell" label={nudges} isPressed={isOnNudges} onPress={onNudges} />
      <FootButton icon="device" label={foot} onPress={onFoot} />
    </div>
  )
}
