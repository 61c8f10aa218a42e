import type { Instant, QuoteLikeId } from '../../../domain/ids.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import { aboutLike } from './about-like.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { MutationKind } from './kind.ts'
import { newLikeId } from './new-ids.ts'

export interface LikeQuote {
  readonly action: 'like-quote'
  readonly likeId: QuoteLikeId
  readonly quote: QuoteKey
  /** By the device's clock. */
  readonly createdAt: Instant
}

export const likeQuote: MutationKind<LikeQuote, 'quote_likes'> = {
  ...aboutLike,
  action: 'like-quote',
  apply: (row, { likeId: id, quote, createdAt }, me) =>
    row ?? { id, userId: me, ...quote, createdAt, updatedAt: createdAt },
  send: async (calls, { likeId: id, quote, createdAt }) =>
    resultOfKeyedInsert(
      'quote_likes',
      calls.insertLike({ id, ...quote, createdAt }),
      async () => calls.readLike(quote),
      newLikeId,
    ),
  insertedId: ({ likeId }) => likeId,
}
