import type { Favourite } from '../../../domain/favourites.ts'
import type { Journal } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { removalTexts } from './texts.ts'

/**
 * Deletes one's own quote, or takes one's like back; the card decides which. What the
 * server refuses later is told by the app; what this device cannot store is told here.
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
