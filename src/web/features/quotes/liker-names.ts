import type { PartnerId } from '../../../domain/ids.ts'
import type { ShownLike } from '../../replica/journal.ts'
import { quoteTexts } from './quotes-texts.ts'

/**
 * "Du und Željka", "Du" first; empty without likes. `liked` is what the heart shows, which may be a
 * moment ahead of the stored likes of this quote.
 */
export function likerNames(
  likes: readonly Pick<ShownLike, 'userId' | 'name'>[],
  me: PartnerId,
  liked: boolean,
): string {
  const others = likes.filter((like) => like.userId !== me)
  const names = others.map((like) => like.name ?? quoteTexts.unknown)
  return [...(liked ? [quoteTexts.you] : []), ...names].join(quoteTexts.and)
}
