import { useMemo, type ReactNode } from 'react'
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
import { typeSize } from './type-size.ts'
import { useQuoteOfTheDay } from './use-quote-of-the-day.ts'

/**
 * Picked when the app loads, weighted by the hour in the journal's time zone; the refresh button
 * avoids the one shown (D5). Its height is the same for every quote, so that the list below never
 * moves.
 */
export function QuoteOfTheDay() {
  const [daily, refresh] = useQuoteOfTheDay()
  const liked = useJournalState((state) => state.likes)
  const profiles = useJournalState((state) => state.profiles)
  const likes = useMemo(() => likesOf({ likes: liked, profiles }), [liked, profiles])
  const quote = daily.kind === 'shown' ? daily.quote : undefined
  return (
    <Card
      as="section"
      aria-label={quoteTexts.label}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 bg-raised pb-1.5 desktop:grid-cols-[minmax(0,1fr)_auto_auto] desktop:pb-3"
    >
      {quote === undefined ? (
        <QuoteSkeleton loading={daily.kind === 'loading'} />
      ) : (
        <QuoteText quote={quote} />
      )}
      {/* One element for all quotes: the refresh button keeps its focus. */}
      <Likes
        quote={quote}
        likes={likes.filter((like) => quote !== undefined && isSameQuote(like, quote))}
      >
        <IconButton icon="refresh" label={quoteTexts.refresh} onClick={refresh} />
      </Likes>
    </Card>
  )
}

/** On a phone text and author share their height, on the desktop the author is beside the heart. */
const quoteArea = 'col-span-full grid min-h-40 grid-rows-[1fr_auto] desktop:contents'
const textRow = 'col-span-full grid content-center desktop:min-h-28'
const authorRow = 'min-h-10'

function QuoteSkeleton({ loading }: { readonly loading: boolean }) {
  return (
    <div className={quoteArea}>
      <div className={classNames(textRow, 'gap-3')}>
        {loading && (
          <>
            <output className="sr-only">{quoteTexts.loading}</output>
            <Skeleton className="h-5 w-11/12" />
            <Skeleton className="h-5 w-3/5" />
          </>
        )}
      </div>
      <div className={authorRow}>{loading && <Skeleton className="mt-1 h-4 w-2/5" />}</div>
    </div>
  )
}

function QuoteText({ quote }: { readonly quote: BuiltInQuote }) {
  const text = inQuotationMarks(withPoemLines(quote.text))
  const size = typeSize(text)
  return (
    <div className={quoteArea}>
      <blockquote aria-live="polite" className={textRow}>
        <p
          className={classNames(
            'font-serif text-pretty whitespace-pre-line italic',
            size.phone === 'small' ? 'text-sm/5' : 'text-base',
            size.desktop === 'small' ? 'desktop:text-sm/5' : 'desktop:text-lg',
          )}
        >
          {text}
        </p>
      </blockquote>
      <p className={classNames(authorRow, 'text-ink-soft')}>
        <span className="block text-sm/5 font-semibold">{quoteTexts.by(quote.author)}</span>
        <cite className="block text-xs not-italic">{quote.source}</cite>
      </p>
    </div>
  )
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
      <p className="flex min-w-0 items-center gap-1.5 text-sm font-semibold text-accent-ink">
        {names !== '' && (
          <>
            <Icon name="heart-filled" className="size-4 shrink-0" />
            <span className="sr-only">{quoteTexts.likedBy} </span>
            <span className="truncate">{names}</span>
          </>
        )}
      </p>
      <div className="-mr-2 flex gap-1">
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
