import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { inQuotationMarks, linesBelow, withPoemLines } from '../../../domain/quote-display.ts'
import { isSameQuote, type BuiltInQuote } from '../../../domain/quote.ts'
import { useJournalState } from '../../replica/journal-context.tsx'
import { likesOf } from '../../replica/questions/quotes.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QuoteLikes } from './quote-likes.tsx'
import { quoteTexts } from './quotes-texts.ts'
import { useQuoteOfTheDay } from './use-quote-of-the-day.ts'

/**
 * Picked when the app loads, weighted by the hour in the journal's time zone; the refresh button
 * avoids the one shown (D5). It has three lines for every quote, so that the list below never moves
 * by itself; beside the list, where the calendar is below, it has six, and author and source are whole. A press opens a
 * longer one.
 */
export function QuoteOfTheDay() {
  const [daily, refresh] = useQuoteOfTheDay()
  const liked = useJournalState((state) => state.likes)
  const profiles = useJournalState((state) => state.profiles)
  const likes = useMemo(() => likesOf({ likes: liked, profiles }), [liked, profiles])
  const quote = typeof daily === 'string' ? undefined : daily
  const [opened, setOpened] = useState<{ readonly quote: BuiltInQuote; readonly by: CutPart }>()
  const isOpen = quote !== undefined && opened?.quote === quote
  const card = useRef<HTMLDivElement>(null)
  const cut = useCutPart(card, quote)
  /** The place of the button that opens and closes. */
  const toggled = isOpen ? opened.by : cut
  const toggle = () =>
    setOpened(isOpen || quote === undefined || cut === undefined ? undefined : { quote, by: cut })
  return (
    <Card
      as="section"
      ref={card}
      aria-label={quoteTexts.label}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 bg-raised py-2!"
    >
      <div className="relative grid min-h-[4.5rem] content-center columns:min-h-[9rem]">
        {quote === undefined ? (
          <QuoteSkeleton loading={daily === 'loading'} />
        ) : (
          <QuoteText quote={quote} isOpen={isOpen} />
        )}
        {toggled === 'text' && <OpenButton isOpen={isOpen} onToggle={toggle} />}
      </div>
      {/* One element for all quotes: the refresh button keeps its focus. */}
      <div className="flex min-h-target items-center gap-x-2 columns:min-h-[4.75rem] cramped:flex-wrap">
        <div className="min-w-0 grow text-ink-soft cramped:basis-full">
          {quote !== undefined && (
            <Author
              quote={quote}
              isOpen={isOpen}
              onToggle={toggled === 'author' ? toggle : undefined}
            />
          )}
        </div>
        <QuoteLikes
          quote={quote}
          likes={likes.filter((like) => quote !== undefined && isSameQuote(like, quote))}
        >
          <IconButton icon="refresh" label={quoteTexts.refresh} onClick={refresh} />
        </QuoteLikes>
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
        data-cut="text"
        className={classNames(
          'font-serif text-base/[1.5rem] text-pretty whitespace-pre-line italic',
          !isOpen && 'line-clamp-3 columns:line-clamp-6',
        )}
      >
        {inQuotationMarks(withPoemLines(quote.text))}
      </p>
    </blockquote>
  )
}

interface AuthorProps extends QuoteTextProps {
  /** Given where author or source have no room in their lines, and the text has. */
  readonly onToggle: (() => void) | undefined
}

function Author({ quote, isOpen, onToggle }: AuthorProps) {
  const line = classNames(
    'block',
    !isOpen && 'truncate columns:overflow-visible columns:whitespace-normal',
  )
  const { by, source } = linesBelow(quote)
  return (
    <p className="relative">
      <span data-cut="author" className={classNames(line, 'text-sm/[1.25rem] font-semibold')}>
        {quoteTexts.by(by)}
      </span>
      {source !== undefined && (
        <cite data-cut="author" className={classNames(line, 'text-xs not-italic')}>
          {source}
        </cite>
      )}
      {onToggle !== undefined && (
        <button
          type="button"
          aria-label={quoteTexts.source}
          aria-expanded={isOpen}
          onClick={onToggle}
          className="absolute -inset-y-1 inset-x-0 rounded-sm"
        />
      )}
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
        'flex justify-end rounded-sm text-sm/[1.5rem] font-bold text-accent-ink',
        isOpen ? 'min-h-target items-center justify-self-end px-2' : 'absolute inset-0 items-end',
      )}
    >
      <span className={isOpen ? '' : 'bg-linear-to-r from-transparent to-raised to-35% ps-12'}>
        {isOpen ? quoteTexts.less : quoteTexts.more}
      </span>
    </button>
  )
}

type CutPart = 'text' | 'author'

/** The part that has no room in its lines: the text or, where that has, author or source. */
function useCutPart(
  card: RefObject<HTMLElement | null>,
  quote: BuiltInQuote | undefined,
): CutPart | undefined {
  const [cut, setCut] = useState<CutPart>()
  useEffect(() => {
    if (quote === undefined || card.current === null) return undefined
    // It also reports when it begins: each quote has another length.
    const observer = new ResizeObserver(([entry]) => {
      const parts = entry?.target.querySelectorAll<HTMLElement>('[data-cut]') ?? []
      setCut([...parts].find(isTooLong)?.dataset['cut'] as CutPart | undefined)
    })
    observer.observe(card.current)
    return () => observer.disconnect()
  }, [card, quote])
  return cut
}

function isTooLong(part: Element): boolean {
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1
}
