import { useTimeZone } from '../../replica/journal-context.tsx'
import { formatDay, shownTime } from '../../../domain/date-format.ts'
import type { Favourite } from '../../../domain/favourites.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { dayOf } from '../../../domain/journal-day.ts'
import { inQuotationMarks, withPoemLines } from '../../../domain/quote-display.ts'
import { withoutBidiControls } from '../../../domain/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Marked } from '../../ui/marked.tsx'
import { useNow } from '../../ui/use-now.ts'
import { favouritesTexts } from './favourites-texts.ts'

export interface FavouriteCardProps {
  readonly favourite: Favourite
  /** "Du" for me, the profile's name for the partner. */
  readonly nameOf: (person: PartnerId) => string
  readonly onRemove: () => void
}

/** A quote with author, date, badge, likers and, where permitted, its delete button. */
export function FavouriteCard({ favourite, nameOf, onRemove }: FavouriteCardProps) {
  const timeZone = useTimeZone()
  const now = useNow()
  const { removal, badge } = favourite
  return (
    <Card as="article" tabIndex={-1} data-favourite="" className="grid gap-3 pb-3">
      <blockquote className="written font-serif text-lg text-pretty wrap-anywhere whitespace-pre-line italic">
        <Marked text={shownText(favourite)} />
      </blockquote>
      <p className="written text-sm font-semibold wrap-anywhere text-ink-soft">
        <Marked text={favouritesTexts.by(withoutBidiControls(favourite.author))} />
      </p>
      <footer className="flex min-h-target items-center gap-2 border-t border-line pt-2 text-sm text-ink-soft">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          {badge === 'personal' && <Badge tone="gedanken">{favouritesTexts.personal}</Badge>}
          {badge === 'shared' && <Badge tone="accent">{favouritesTexts.shared}</Badge>}
          <time dateTime={favourite.createdAt}>
            {formatDay(dayOf(shownTime(favourite.createdAt, now), timeZone))}
          </time>
          <People favourite={favourite} nameOf={nameOf} />
        </div>
        {removal !== undefined && (
          <IconButton
            icon="trash"
            className="-mr-2"
            label={
              removal === 'delete-quote' ? favouritesTexts.deleteQuote : favouritesTexts.removeLike
            }
            onClick={onRemove}
          />
        )}
      </footer>
    </Card>
  )
}

/** A personal quote is shown as it was typed; only the bundled ones write lines as " / ". */
function shownText({ text, custom }: Favourite): string {
  return inQuotationMarks(custom === undefined ? withPoemLines(text) : withoutBidiControls(text))
}

/** The people who like it, or the person who added it. */
function People({ favourite, nameOf }: Pick<FavouriteCardProps, 'favourite' | 'nameOf'>) {
  const { custom, likers } = favourite
  const people = custom === undefined ? likers : [custom.userId]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon name={custom === undefined ? 'heart-filled' : 'pencil'} className="size-4 shrink-0" />
      <span className="sr-only">
        {custom === undefined ? favouritesTexts.likedBy : favouritesTexts.addedBy}{' '}
      </span>
      {favouritesTexts.names(people.map(nameOf))}
    </span>
  )
}
