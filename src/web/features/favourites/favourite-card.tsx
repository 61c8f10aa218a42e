import { formatDay } from '../../../domain/date-format.ts'
import type { Favourite } from '../../../domain/favourites.ts'
import { millisecondsOf, type PartnerId } from '../../../domain/ids.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { favouritesTexts } from './texts.ts'

export interface FavouriteCardProps {
  readonly favourite: Favourite
  readonly timeZone: string
  /** "Du" for oneself, the profile's name for the partner. */
  readonly nameOf: (person: PartnerId) => string
  readonly onRemove: (favourite: Favourite) => void
}

/** A quote with author, date, badge, likers and, where permitted, its delete button (section 2). */
export function FavouriteCard({ favourite, timeZone, nameOf, onRemove }: FavouriteCardProps) {
  const { custom, removal } = favourite
  const people =
    custom === undefined
      ? favouritesTexts.likedBy(favourite.likers.map(nameOf))
      : favouritesTexts.addedBy(nameOf(custom.userId))
  return (
    <Card as="article" className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <blockquote className="min-w-0 font-serif text-lg wrap-anywhere whitespace-pre-line italic">
          {favouritesTexts.quoted(favourite.text)}
        </blockquote>
        {removal !== undefined && (
          <IconButton
            icon="trash"
            className="-mt-2 -mr-2"
            label={
              removal === 'delete-quote' ? favouritesTexts.deleteQuote : favouritesTexts.removeLike
            }
            onClick={() => onRemove(favourite)}
          />
        )}
      </div>
      <p className="font-semibold wrap-anywhere text-ink-soft">
        {favouritesTexts.by(favourite.author)}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
        {favourite.badge === 'personal' && (
          <Badge tone="gedanken">{favouritesTexts.personal}</Badge>
        )}
        {favourite.badge === 'shared' && <Badge tone="accent">{favouritesTexts.shared}</Badge>}
        <time>{formatDay(dayOf(millisecondsOf(favourite.createdAt), timeZone))}</time>
        <span>{people}</span>
      </div>
    </Card>
  )
}
