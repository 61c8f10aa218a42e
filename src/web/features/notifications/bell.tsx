import { startTransition, useEffect, useState, type ReactNode } from 'react'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import { readMarkerFor } from '../../../domain/news.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import type { News } from '../../replica/journal.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FootButton } from './foot-button.tsx'
import { NewsList } from './news-list.tsx'
import { useNews, useUnseenMarker } from './news-provider.tsx'
import { newsTexts } from './texts.ts'
import { usePageVisible } from './use-page-visible.ts'

/** How many lines the list has at first, and how many more each time its end comes near. */
const newsLines = 40
/** So many of the first are drawn with the sheet, twice what it shows; the others right behind. */
const linesWithSheet = 16

const noNews: News = { count: 0, items: [], more: false, readMarker: undefined }

export interface BellProps {
  /** The partner's name, for the empty list. */
  readonly partnerName: string | undefined
  readonly onOpenEntry: (id: EntryId) => void
  /** The part about nudges, which replaces the list, and the line at the foot that shows it. */
  readonly nudges: { readonly label: string; readonly part: ReactNode }
  /** The other line at the list's foot, and what it opens. */
  readonly foot: { readonly label: string; readonly onPress: () => void }
}

/** What was read when the list opened. */
interface Opened {
  readonly first: News
  /** The read marker before; empty if there was none. */
  readonly before: Instant | ''
}

/**
 * "Neu für dich" (D7): counts what the partner wrote and reacted since the read marker, on all my
 * devices. Opening it moves the marker; new lines stay marked while the list is open.
 */
export function Bell({ partnerName, onOpenEntry, nudges, foot }: BellProps) {
  const journal = useJournal()
  const count = useNews()?.count ?? 0
  const marker = useUnseenMarker()
  const [isOpen, setOpen] = useState(false)
  const [isOnNudges, setOnNudges] = useState(false)
  /** Stays while the list fades. */
  const [opened, setOpened] = useState<Opened>()

  const open = async () => {
    marker.keep()
    setOnNudges(false)
    // If the copy is being reopened, the list follows after that.
    const first = await journal.news(newsLines).catch(() => noNews)
    setOpened({ first, before: first.readMarker ?? '' })
    setOpen(true)
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={(wanted) => {
        if (wanted) void open()
        else setOpen(false)
      }}
      title={newsTexts.title}
      trigger={bellButton(count)}
      className="w-96"
    >
      {isOnNudges && nudges.part}
      {opened !== undefined && !isOnNudges && (
        <SeenNews
          {...opened}
          isOpen={isOpen}
          partnerName={partnerName}
          onOpen={(id) => {
            setOpen(false)
            onOpenEntry(id)
          }}
        />
      )}
      <BellFoot>
        <FootButton
          icon="bell"
          label={nudges.label}
          isPressed={isOnNudges}
          onPress={() => setOnNudges(!isOnNudges)}
        />
        <FootButton
          icon="device"
          label={foot.label}
          onPress={() => {
            setOpen(false)
            foot.onPress()
          }}
        />
      </BellFoot>
    </Popover>
  )
}

function bellButton(count: number) {
  const badge = <CountBadge count={count} />
  return <IconButton icon="bell" label={newsTexts.button(count)} badge={badge} />
}

/** Stays in sight below the lines. */
function BellFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 -mx-4 mt-2 -mb-4 flex flex-wrap border-t border-line bg-raised px-2">
      {children}
    </div>
  )
}

interface SeenNewsProps extends Opened {
  readonly isOpen: boolean
  readonly partnerName: string | undefined
  readonly onOpen: (id: EntryId) => void
}

/** The lines, which follow the journal while they are on the screen. */
function SeenNews({ first, before, isOpen, partnerName, onOpen }: SeenNewsProps) {
  const journal = useJournal()
  const now = useNow()
  const [lines, setLines] = useState(newsLines)
  const [isSheetDrawn, setSheetDrawn] = useState(false)
  useEffect(() => {
    startTransition(() => setSheetDrawn(true))
  }, [])
  const read = useLive(async () => journal.news(lines), [journal, lines], true, first) ?? first
  const { more, count } = read
  const items = isSheetDrawn ? read.items : read.items.slice(0, linesWithSheet)

  // News that arrives while the list is open on a visible page counts as seen.
  const isSeeing = usePageVisible() && isOpen && count > 0
  const newest = readMarkerFor(items)
  useEffect(() => {
    if (isSeeing && newest !== undefined) void journal.moveReadMarker(newest)
  }, [isSeeing, newest, journal])

  return (
    <NewsList
      items={items}
      onMore={isSheetDrawn && more ? () => setLines(items.length + newsLines) : undefined}
      newSince={before}
      partnerName={partnerName}
      now={now}
      onOpen={onOpen}
    />
  )
}
