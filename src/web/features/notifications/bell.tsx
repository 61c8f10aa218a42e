import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Instant } from '../../../domain/ids.ts'
import { readMarkerFor } from '../../../domain/news.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { useRows } from '../../replica/use-rows.ts'
import { newsOf } from '../../replica/questions/news.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FootButton } from './foot-button.tsx'
import { linesWithSheet, NewsList, type OpenNews } from './news-list.tsx'
import { useNews, useNewsSource, useUnseenMarker } from './news-provider.tsx'
import { newsTexts } from './notifications-texts.ts'

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

/** One opening of the list. */
interface Opening {
  readonly serial: number
  /** The read marker before; empty if there was none. */
  readonly before: Instant | ''
  readonly versionNews: string | undefined
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
  const openings = useRef(0)
  const [lines, setLines] = useState(newsLines)
  const [isOnNudges, setOnNudges] = useState(false)

  const open = () => {
    marker.keep()
    setOnNudges(false)
    setLines(newsLines)
    openings.current += 1
    const versionNews = takeVersionNews()
    setOpening({ serial: openings.current, before: readMarker ?? '', versionNews })
  }
  const close = useCallback(() => setOpening(undefined), [])
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
      className="w-96 scroll-pb-16 cramped:scroll-pb-0"
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
          onLines={setLines}
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

interface SeenNewsProps extends Opening {
  /** How many to list at most. */
  readonly lines: number
  readonly partnerName: string | undefined
  readonly onClose: () => void
  readonly onOpenEntry: OpenNews
  /** Asks for this number of lines. */
  readonly onLines: (count: number) => void
}

/** The lines on the screen, which follow the journal. */
function SeenNews(props: SeenNewsProps) {
  const { lines, before, versionNews, partnerName, onClose, onOpenEntry, onLines } = props
  const source = useNewsSource()
  const rows = useRows('entries', 'reactions', 'replies')
  const { items, more } = useMemo(() => newsOf(source, rows, lines), [source, rows, lines])
  const journal = useJournal()
  const now = useNow()
  const [isSheetDrawn, setSheetDrawn] = useState(false)
  useEffect(() => {
    startTransition(() => setSheetDrawn(true))
  }, [])

  // News that are listed on a visible page count as seen. The bell's count may follow the list: a person who closes
  // it before that has seen them all the same.
  const isVisible = usePageVisible()
  const newest = readMarkerFor(items)
  useEffect(() => {
    if (isVisible && newest !== undefined && newest > before)
      journal.write({ action: 'last-look', seenUntil: newest })
  }, [isVisible, newest, before, journal])

  const open = useCallback(
    (...news: Parameters<OpenNews>) => {
      onClose()
      onOpenEntry(...news)
    },
    [onClose, onOpenEntry],
  )
  const drawn = items.length
  const drawMore = useCallback(() => onLines(drawn + newsLines), [onLines, drawn])

  return (
    <>
      {versionNews !== undefined && <p className="mb-2 text-sm text-ink-soft">{versionNews}</p>}
      <NewsList
        items={isSheetDrawn ? items : items.slice(0, linesWithSheet)}
        onMore={isSheetDrawn && more ? drawMore : undefined}
        newSince={before}
        partnerName={partnerName}
        now={now}
        onOpen={open}
      />
    </>
  )
}

/** True while the browser reports the page as visible. */
function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
