import type { Favourite } from '../../../domain/favourites.ts'
import type { Journal } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { removalTexts } from './favourites-texts.ts'

/** Deletes my own quote, or removes my like; the card decides which. The app reports what the server refuses later. */
export function removeFavourite(journal: Journal, favourite: Favourite): void {
  const { custom, text, author } = favourite
  const texts = custom === undefined ? removalTexts.like : removalTexts.quote
  if (custom === undefined) journal.setLike({ text, author }, false)
  else journal.deleteCustomQuote(custom.id)
  toast({ title: texts.doneTitle, description: texts.done, tone: 'success' })
}
