import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { inQuotationMarks, withPoemLines } from '../../../domain/quote-display.ts'
import { isSameQuote, type BuiltInQuote } from '../../../domain/quote.ts'
import type { ShownLike } from '../../replica/journal.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { likesOf } from '../../replica/questions/quotes.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { likerNames } from './liker-names.ts'
import { quoteTexts } from './quotes-texts.ts'
import { useQuoteOfTheDay } from './use-quote-of-the-day.ts'

/**
 * Picked when the app loads, weighted by the hour in the journal's time zone; the refresh button
 * avoids the one shown (D5). It has three lines for every quote, so that the list below never moves
 * by itself; a press opens a longer one.
 */
export function QuoteOfTheDay() {
  const [daily, refresh] = useQuoteOfTheDay()
  const liked = useJournalState((state) => state.likes)
  const profiles = useJournalState((state) => state.profiles)
  const likes = useMemo(() => likesOf({ likes: liked, profiles }), [liked, profiles])
  const quote = daily.kind === 'shown' ? daily.quote : undefined
  const [opened, setOpened] = useState<BuiltInQuote>()
  const isOpen = quote !== undefined && opened === quote
  const card = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(card)
  return (
    <Card
      as="section"
      ref={card}
      aria-label={quoteTexts.label}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 bg-raised py-2!"
    >
      <div className="relative grid min-h-18 content-center">
        {quote === undefined ? (
          <QuoteSkeleton loading={daily.kind === 'loading'} />
        ) : (
          <QuoteText quote={quote} isOpen={isOpen} />
        )}
        {(isCut || isOpen) && (
          <OpenButton isOpen={isOpen} onToggle={() => setOpened(isOpen ? undefined : quote)} />
        )}
      </div>
      {/* One element for all quotes: the refresh button keeps its focus. */}
      <div className="flex min-h-target items-center gap-x-2 cramped:flex-wrap">
        <div className="min-w-0 grow text-ink-soft cramped:basis-full">
          {quote !== undefined && <Author quote={quote} isOpen={isOpen} />}
        </div>
        <Likes
          quote={quote}
          likes={likes.filter((like) => quote !== undefined && isSameQuote(like, quote))}
        >
          <IconButton icon="refresh" label={quoteTexts.refresh} onClick={refresh} />
        </Likes>
      </div>
    </Card>
  )
}

function QuoteSkeleton({ loading }: { readonly loading: boolean }) {
  if (!loading) return null
  return (
    <div className="grid gap-3">
      <output className="sr-only">{quoteTexts.loading}</output>
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}

interface QuoteTextProps {
  readonly quote: BuiltInQuote
  /** False shows three lines at most. */
  readonly isOpen: boolean
}

function QuoteText({ quote, isOpen }: QuoteTextProps) {
  return (
    <blockquote aria-live="polite">
      <p
        data-cut=""
        className={classNames(
          'font-serif text-base/6 text-pretty whitespace-pre-line italic',
          !isOpen && 'line-clamp-3',
        )}
      >
        {inQuotationMarks(withPoemLines(quote.text))}
      </p>
    </blockquote>
  )
}

function Author({ quote, isOpen }: QuoteTextProps) {
  const line = classNames('block', !isOpen && 'truncate')
  return (
    <p>
      <span data-cut="" className={classNames(line, 'text-sm/5 font-semibold')}>
        {quoteTexts.by(quote.author)}
      </span>
      <cite data-cut="" className={classNames(line, 'text-xs not-italic')}>
        {quote.source}
      </cite>
    </p>
  )
}

interface OpenButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** While closed it covers the text, so that a press anywhere opens it. */
function OpenButton({ isOpen, onToggle }: OpenButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={classNames(
        'flex justify-end rounded-sm text-sm/6 font-bold text-accent-ink',
        isOpen ? 'min-h-target items-center justify-self-end px-2' : 'absolute inset-0 items-end',
      )}
    >
      <span className={isOpen ? '' : 'bg-linear-to-r from-transparent to-raised to-35% ps-12'}>
        {isOpen ? quoteTexts.less : quoteTexts.more}
      </span>
    </button>
  )
}

/** True where text, author or source have no room in their lines. */
function useIsCut(card: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  const measure = useEffectEvent(() => {
    const parts = card.current?.querySelectorAll('[data-cut]') ?? []
    setCut([...parts].some(isTooLong))
  })
  // Each quote has another length, which is known once it is drawn.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => measure())
  useEffect(() => {
    const observer = new ResizeObserver(() => measure())
    if (card.current !== null) observer.observe(card.current)
    return () => observer.disconnect()
  }, [card])
  return isCut
}

function isTooLong(part: Element): boolean {
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1
}

interface LikesProps {
  /** Undefined while there is none. */
  readonly quote: BuiltInQuote | undefined
  /** The likes of this quote. */
  readonly likes: readonly ShownLike[]
  /** Drawn between the names and the heart. */
  readonly children: ReactNode
}

/** The heart and the likers' names; failures are only logged (docs/behaviour/quote-of-the-day.md). */
function Likes({ quote, likes, children }: LikesProps) {
  const journal = useJournal()
  const isLiked = likes.some((like) => like.userId === journal.me)
  const names = likerNames(likes, journal.me, isLiked)

  const toggle = ({ text, author }: BuiltInQuote) => {
    vibrate(10)
    journal.setLike({ text, author }, !isLiked)
  }

  return (
    <>
      <p className="flex max-w-[40%] shrink-0 items-center gap-1.5 text-xs font-semibold text-accent-ink">
        {names !== '' && (
          <>
            <Icon name="heart-filled" className="size-4 shrink-0" />
            <span className="sr-only">{quoteTexts.likedBy} </span>
            <span className="line-clamp-2">{names}</span>
          </>
        )}
      </p>
      <div className="-mr-2 flex shrink-0">
        {children}
        {quote !== undefined && (
          <IconButton
            icon={isLiked ? 'heart-filled' : 'heart'}
            label={quoteTexts.like}
            aria-pressed={isLiked}
            variant={isLiked ? 'soft' : 'ghost'}
            onClick={() => toggle(quote)}
          />
        )}
      </div>
    </>
  )
}
