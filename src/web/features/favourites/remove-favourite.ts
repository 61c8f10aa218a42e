import type { Favourite } from '../../../domain/favourites.ts'
import type { Journal } from '../../replica/journal.ts'
import { toast } from '../../ui/toast.tsx'
import { removalTexts } from './texts.ts'

/** Deletes one's own quote, or takes one's like back; the card decides which (section 2). */
export async function removeFavourite(journal: Journal, favourite: Favourite): Promise<void> {
  if (favourite.custom !== undefined) {
    await journal.deleteCustomQuote(favourite.custom.id)
    toast({ title: removalTexts.deletedTitle, description: removalTexts.deleted })
    return
  }
  await journal.setLike({ text: favourite.text, author: favourite.author }, false)
  toast({ title: removalTexts.likeRemovedTitle, description: removalTexts.likeRemoved })
}
