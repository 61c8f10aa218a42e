import type { Instant, PartnerId, QuoteLikeId } from '../../../domain/ids.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import { resultOfKeyedInsert } from './insert-result.ts'
import type { AnyMutation, IdChange, MutationKind } from './kind.ts'
import { newLikeId } from './new-ids.ts'
import { likeKey } from './row-keys.ts'
import { resultOfDeletion } from './send-result.ts'

interface AboutLike extends AnyMutation {
  readonly likeId: QuoteLikeId
  readonly quote: QuoteKey
}

/** What liking a quote and taking the like back share. */
const aboutLike = {
  table: 'quote_likes',
  rowKey: ({ quote }: AboutLike, me: PartnerId) => likeKey(me, quote),
  // Not the id: a like of a mended quote has the one its old words gave it (decision 0016).
  aggregateId: ({ quote: { text, author } }: AboutLike) => JSON.stringify([text, author]),
  merge: <Mutation extends AboutLike>(before: AnyMutation, mutation: Mutation) =>
    before.action === 'like-quote' || before.action === 'unlike-quote' ? mutation : undefined,
  basedOn: <Mutation extends AboutLike>(
    mutation: Mutation,
    row: RowOf<'quote_likes'> | undefined,
  ) => (row === undefined ? mutation : { ...mutation, likeId: row.id }),
  withId: <Mutation extends AboutLike>(mutation: Mutation, { from, to }: IdChange): Mutation =>
    mutation.likeId === from ? { ...mutation, likeId: to as QuoteLikeId } : mutation,
} as const

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
