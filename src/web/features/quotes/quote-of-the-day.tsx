import type { ReactNode } from 'react'
import { inQuotationMarks, withPoemLines } from '../../../domain/quote-display.ts'
import { isSameQuote, type BuiltInQuote } from '../../../domain/quote.ts'
import type { ShownLike } from '../../replica/journal.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIntent } from '../../ui/use-intent.ts'
import { vibrate } from '../../ui/vibrate.ts'
import { likerNames } from './liker-names.ts'
import { logFailure } from './log-failure.ts'
import { quoteTexts } from './texts.ts'
import { useQuoteOfTheDay } from './use-quote-of-the-day.ts'

export interface QuoteOfTheDayProps {
  readonly timeZone: string
}

/**
 * Picked when the app loads, weighted by the hour on the journal's clock; the refresh button
 * avoids the one shown (product-spec section 4, D5). Its height is the same whatever it shows, so that
 * the list below never moves.
 */
export function QuoteOfTheDay({ timeZone }: QuoteOfTheDayProps) {
  const [daily, refresh] = useQuoteOfTheDay(timeZone)
  const journal = useJournal()
  const likes = useLive(() => journal.likes(), [journal]) ?? []
  const refreshButton = <IconButton icon="refresh" label={quoteTexts.refresh} onClick={refresh} />
  return (
    <Card as="section" aria-label={quoteTexts.label} className="grid bg-raised pb-1.5">
      <figure className="grid min-h-42 grid-rows-[1fr_auto] gap-2">
        {daily.kind === 'loading' && <QuoteSkeleton />}
        {daily.kind === 'shown' && <QuoteText quote={daily.quote} />}
      </figure>
      <div className="-mr-2 flex min-h-target items-center justify-end gap-1">
        {daily.kind === 'shown' ? (
          <Likes
            key={JSON.stringify([daily.quote.text, daily.quote.author])}
            quote={daily.quote}
            likes={likes.filter((like) => isSameQuote(like, daily.quote))}
          >
            {refreshButton}
          </Likes>
        ) : (
          refreshButton
        )}
      </div>
    </Card>
  )
}

function QuoteSkeleton() {
  return (
    <div className="grid content-center gap-3">
      <output className="sr-only">{quoteTexts.loading}</output>
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-2 h-4 w-1/3" />
    </div>
  )
}

/** The longest of the list take a smaller type, so that all fit the same height on a phone. */
const longText = 150

function QuoteText({ quote }: { readonly quote: BuiltInQuote }) {
  const text = inQuotationMarks(withPoemLines(quote.text))
  return (
    <>
      <blockquote
        aria-live="polite"
        className={classNames(
          'self-center font-serif text-pretty whitespace-pre-line italic desktop:text-lg',
          text.length > longText ? 'text-sm' : 'text-base',
        )}
      >
        {text}
      </blockquote>
      <figcaption className="text-ink-soft">
        <span className="block text-sm font-semibold">{quoteTexts.by(quote.author)}</span>
        <cite className="block text-xs not-italic">{quote.source}</cite>
      </figcaption>
    </>
  )
}

interface LikesProps {
  readonly quote: BuiltInQuote
  /** The likes of this quote. */
  readonly likes: readonly ShownLike[]
  /** Stands between the names and the heart. */
  readonly children: ReactNode
}

/** The heart and who gave it (product-spec section 4); what fails is only logged (section 8). */
function Likes({ quote, likes, children }: LikesProps) {
  const journal = useJournal()
  const intent = useIntent(likes.some((like) => like.userId === journal.me))
  const names = likerNames(likes, journal.me, intent.shown)

  const toggle = async () => {
    const liked = !intent.current()
    vibrate(10)
    try {
      const { text, author } = quote
      await intent.pursue(liked, () => journal.setLike({ text, author }, liked))
    } catch {
      logFailure('the like could not be stored')
    }
  }

  return (
    <>
      <p className="mr-auto flex min-w-0 items-center gap-1.5 text-sm font-semibold text-accent-ink">
        {names !== '' && (
          <>
            <Icon name="heart-filled" className="size-4 shrink-0" />
            <span className="sr-only">{quoteTexts.likedBy} </span>
            <span className="truncate">{names}</span>
          </>
        )}
      </p>
      {children}
      <IconButton
        icon={intent.shown ? 'heart-filled' : 'heart'}
        label={quoteTexts.like}
        aria-pressed={intent.shown}
        variant={intent.shown ? 'soft' : 'ghost'}
        onClick={() => void toggle()}
      />
    </>
  )
}
