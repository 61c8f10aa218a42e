import type { ReactNode } from 'react'
import type { BuiltInQuote } from '../../../domain/quote.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import type { ShownLike } from '../../replica/journal.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { quoteTexts } from './quotes-texts.ts'

interface QuoteLikesProps {
  /** Undefined while there is none. */
  readonly quote: BuiltInQuote | undefined
  /** The likes of this quote. */
  readonly likes: readonly ShownLike[]
  /** Drawn between the names and the heart. */
  readonly children: ReactNode
}

/** The heart and the likers' names; failures are only logged (docs/behaviour/quote-of-the-day.md). */
export function QuoteLikes({ quote, likes, children }: QuoteLikesProps) {
  const journal = useJournal()
  const isLiked = likes.some((like) => like.userId === journal.me)
  const names = likerNames(likes, journal.me)

  const toggle = ({ text, author }: BuiltInQuote) => {
    vibrate(10)
    journal.write({ action: isLiked ? 'unlike-quote' : 'like-quote', quote: { text, author } })
  }

  return (
    <>
      <p className="flex max-w-[4.75rem] shrink-0 items-center gap-1.5 text-xs font-semibold text-accent-ink">
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

/** "Du und Željka", "Du" first; empty without likes. */
export function likerNames(
  likes: readonly Pick<ShownLike, 'userId' | 'name'>[],
  me: PartnerId,
): string {
  const others = likes.filter((like) => like.userId !== me)
  const names = others.map((like) => like.name ?? quoteTexts.unknown)
  if (others.length < likes.length) names.unshift(quoteTexts.you)
  return names.join(quoteTexts.and)
}
