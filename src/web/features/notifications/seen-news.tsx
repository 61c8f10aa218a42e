import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Instant } from '../../../domain/ids.ts'
import { readMarkerFor } from '../../../domain/news.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { useRows } from '../../replica/use-rows.ts'
import { newsOf } from '../../replica/questions/news.ts'
import { useNow } from '../../ui/use-now.ts'
import { linesWithSheet, NewsList, type OpenNews } from './news-list.tsx'
import { useNewsSource } from './news-provider.tsx'

/** One opening of the list. */
export interface Opening {
  /** The read marker before; empty if there was none. */
  readonly before: Instant | ''
  readonly versionNews: string | undefined
}

export interface SeenNewsProps extends Opening {
  /** How many to list at most. */
  readonly lines: number
  readonly partnerName: string | undefined
  readonly onClose: () => void
  readonly onOpenEntry: OpenNews
  /** Asks for more lines than these. */
  readonly onMore: (shown: number) => void
}

/** The lines on the screen, which follow the journal. */
export function SeenNews(props: SeenNewsProps) {
  const { lines, before, versionNews, partnerName, onClose, onOpenEntry, onMore } = props
  const source = useNewsSource()
  const rows = useRows('entries', 'reactions', 'replies', 'photos')
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
  const drawMore = useCallback(() => onMore(drawn), [onMore, drawn])

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
