import type { PartnerId, QuoteLikeId } from '../../../domain/ids.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { QuoteLikeRow } from '../../backend/rows.ts'
import type { AnyMutation, IdChange } from './kind.ts'
import { likeKey } from './row-keys.ts'

interface AboutLike extends AnyMutation {
  readonly likeId: QuoteLikeId
  readonly quote: QuoteKey
}

/** What liking a quote and taking the like back share. */
export const aboutLike = {
  table: 'quote_likes',
  rowKey: ({ quote }: AboutLike, me: PartnerId) => likeKey(me, quote),
  // Not the id: a like of a mended quote has the one its old words gave it (decision 0016).
  aggregateId: ({ quote: { text, author } }: AboutLike) => JSON.stringify([text, author]),
  merge: <Mutation extends AboutLike>(before: AnyMutation, mutation: Mutation) =>
    before.action === 'like-quote' || before.action === 'unlike-quote' ? mutation : undefined,
  basedOn: <Mutation extends AboutLike>(mutation: Mutation, row: QuoteLikeRow | undefined) =>
    row === undefined ? mutation : { ...mutation, likeId: row.id },
  withId: <Mutation extends AboutLike>(mutation: Mutation, { from, to }: IdChange): Mutation =>
    mutation.likeId === from ? { ...mutation, likeId: to as QuoteLikeId } : mutation,
} as const
