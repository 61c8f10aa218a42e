import { isSameQuote, type BuiltInQuote } from '../../../domain/quote.ts'
import type { ShownLike } from '../../replica/journal.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { quoteTexts } from './texts.ts'
import { useQuoteOfTheDay } from './use-quote-of-the-day.ts'

export interface QuoteOfTheDayProps {
  readonly timeZone: string
}

/**
 * Picked when the screen opens, weighted by the hour on the journal's clock; the refresh button
 * avoids the one shown (product-spec section 4, D5).
 */
export function QuoteOfTheDay({ timeZone }: QuoteOfTheDayProps) {
  const [quote, refresh] = useQuoteOfTheDay(timeZone)
  return (
    <Card as="section" aria-label={quoteTexts.label} className="grid min-h-36 gap-3 bg-raised">
      {quote === undefined ? <QuoteSkeleton /> : <QuoteBlock quote={quote} onRefresh={refresh} />}
    </Card>
  )
}

function QuoteSkeleton() {
  return (
    <div className="grid content-start gap-3">
      <span className="sr-only">{quoteTexts.loading}</span>
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  )
}

interface QuoteBlockProps {
  readonly quote: BuiltInQuote
  readonly onRefresh: () => void
}

function QuoteBlock({ quote, onRefresh }: QuoteBlockProps) {
  const journal = useJournal()
  const likes = useLive(() => journal.likes(), [journal]) ?? []
  const ofThis = likes.filter((like) => isSameQuote(like, quote))
  const liked = ofThis.some((like) => like.userId === journal.me)
  return (
    <>
      <figure className="grid gap-2">
        <blockquote className="font-serif text-lg text-balance italic" aria-live="polite">
          {quoteTexts.quoted(quote.text)}
        </blockquote>
        <figcaption className="text-sm text-ink-soft" title={quote.source}>
          {quoteTexts.by(quote.author)}
        </figcaption>
      </figure>
      <div className="-mb-2 flex items-center gap-1 self-end">
        <p className="mr-auto text-sm font-semibold text-accent-ink">
          {likerLine(ofThis, journal.me)}
        </p>
        <IconButton icon="refresh" label={quoteTexts.refresh} onClick={onRefresh} />
        <IconButton
          icon={liked ? 'heart-filled' : 'heart'}
          label={liked ? quoteTexts.unlike : quoteTexts.like}
          aria-pressed={liked}
          variant={liked ? 'soft' : 'ghost'}
          onClick={() => {
            vibrate(10)
            void journal.setLike({ text: quote.text, author: quote.author }, !liked)
          }}
        />
      </div>
    </>
  )
}

/** "Gefällt dir und Željka", oneself first; empty without likes. */
function likerLine(likes: readonly ShownLike[], me: ShownLike['userId']): string {
  const names = likes
    .toSorted((one, other) => Number(other.userId === me) - Number(one.userId === me))
    .map((like) => (like.userId === me ? quoteTexts.you : (like.name ?? quoteTexts.unknown)))
  return names.length === 0 ? '' : quoteTexts.likedBy(names)
}
