import type { Favourite } from '../../../domain/favourites.ts'
import type { Journal } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { removalTexts } from './texts.ts'

/**
 * Deletes my own quote, or removes my like; the card decides which. The app reports what the server
 * refuses later; this reports what the device cannot store.
 */
export async function removeFavourite(journal: Journal, favourite: Favourite): Promise<void> {
  const { custom, text, author } = favourite
  const texts = custom === undefined ? removalTexts.like : removalTexts.quote
  try {
    if (custom === undefined) await journal.setLike({ text, author }, false)
    else await journal.deleteCustomQuote(custom.id)
    toast({ title: texts.doneTitle, description: texts.done, tone: 'success' })
  } catch {
    toast({ title: removalTexts.failedTitle, description: texts.failed, tone: 'error' })
  }
}
