import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Instant } from '../../../domain/ids.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { newsCount, type NewsSource } from '../../replica/questions/news.ts'
import { requiredContext } from '../../ui/required-context.ts'
import { createSharedValue } from '../../ui/shared-value.tsx'
import { newsTexts } from './notifications-texts.ts'

/** Browsers on phones and desktops that can put a number on the app's icon. */
interface Badging {
  readonly setAppBadge?: (count: number) => Promise<void>
  readonly clearAppBadge?: () => Promise<void>
}

const sharedNews = createSharedValue<number>()

/** The feed's marker. A component that reads only this does not re-render with each piece of news. */
export const [MarkerContext, useUnseenMarker] = requiredContext<ReturnType<typeof useMarker>>(
  'useUnseenMarker needs a NewsProvider above it',
)

export interface NewsProviderProps {
  /** The app's title; the count is put before it. */
  readonly title: string
  readonly children: ReactNode
}

/**
 * Counts the news once for all components, and puts the count into the document's title and onto the
 * app's icon, on every page (D7).
 */
export function NewsProvider({ title, children }: NewsProviderProps) {
  const count = useNewsCount()
  const marker = useMarker(useJournalState((state) => state.readMarker))
  useCountOutside(title, count)
  return (
    <sharedNews.Provider value={count}>
      <MarkerContext value={marker}>{children}</MarkerContext>
    </sharedNews.Provider>
  )
}

/** The parts of the journal that contain the news; the identical object until one of them changes. */
export function useNewsSource(): NewsSource {
  const me = useJournalState((state) => state.me)
  const profiles = useJournalState((state) => state.profiles)
  const entries = useJournalState((state) => state.entries)
  const reactions = useJournalState((state) => state.reactions)
  const replies = useJournalState((state) => state.replies)
  const photos = useJournalState((state) => state.photos)
  return useMemo(
    () => ({ me, profiles, entries, reactions, replies, photos }),
    [me, profiles, entries, reactions, replies, photos],
  )
}

/** Undefined until every row has been read: until then the number may grow. */
function useNewsCount(): number | undefined {
  const isWhole = useJournalState((state) => state.isWhole)
  const readMarker = useJournalState((state) => state.readMarker)
  const source = useNewsSource()
  // The rows only say whether an entry is there, and which of its photos came later: then an order in the source changes, too.
  const { rows } = useJournal()
  return useMemo(
    () => (isWhole ? newsCount({ ...source, readMarker }, rows) : undefined),
    [isWhole, source, readMarker, rows],
  )
}

/** How much is new for me; `undefined` until read. */
export const useNews = sharedNews.useShared

/**
 * The place of the feed's thin "Neu" line: the read marker (D7). Opening the bell on another device
 * moves it. Opening it here does not: that clears the badge, but the line helps to find new
 * entries, so it stays until the app is left and shown again.
 */
function useMarker(readMarker: Instant | undefined) {
  const [kept, setKept] = useState<Instant>()
  const latest = useRef(readMarker)
  useEffect(() => {
    latest.current = readMarker
  }, [readMarker])
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setKept(undefined)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
  const newSince = kept ?? readMarker
  // The feed is drawn again only where its line moves.
  return useMemo(
    () => ({
      newSince,
      /** Call before the bell is opened on this device. */
      keep: () => setKept((current) => current ?? latest.current),
    }),
    [newSince],
  )
}

function useCountOutside(title: string, count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return
    document.title = newsTexts.documentTitle(title, count)
    showOnIcon(count)
  }, [count, title])
  // Someone signed out: no count stays.
  useEffect(
    () => () => {
      document.title = title
      showOnIcon(0)
    },
    [title],
  )
}

function showOnIcon(count: number): void {
  const badging: Badging = navigator
  const shown = count === 0 ? badging.clearAppBadge?.() : badging.setAppBadge?.(count)
  // A browser may have the call and refuse it; the badge is a bonus.
  shown?.catch(() => undefined)
}
