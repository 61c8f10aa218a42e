import type { QuoteLikeId } from '../../../domain/ids.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import { aboutLike } from './about-like.ts'
import type { MutationKind } from './kind.ts'
import { resultOfDeletion } from './send-result.ts'

export interface UnlikeQuote {
  readonly action: 'unlike-quote'
  readonly likeId: QuoteLikeId
  readonly quote: QuoteKey
}

export const unlikeQuote: MutationKind<UnlikeQuote, 'quote_likes'> = {
  ...aboutLike,
  action: 'unlike-quote',
  apply: () => undefined,
  send: async (calls, { likeId, quote }) =>
    resultOfDeletion('quote_likes', likeId, calls.deleteLike(quote)),
}
