import { quoteLikeId, type QuoteKey } from '../../../domain/quote.ts'
import { keyedRows } from './keyed-rows.ts'
import { likeKey } from './row-keys.ts'

export const likes = keyedRows({
  table: 'quote_likes',
  actions: ['like-quote', 'unlike-quote'],
  idField: 'likeId',
  idOf: ({ quote }: { readonly quote: QuoteKey }, me) => quoteLikeId(me, quote),
  rowKey: ({ quote }, me) => likeKey(me, quote),
  // Not the id: a like of a mended quote has the one its old words gave it (decision 0016).
  aggregateId: ({ quote: { text, author } }) => JSON.stringify([text, author]),
  rowOf: ({ quote }, own) => ({ ...own, ...quote }),
  insert: async (calls, row) => calls.insertLike(row),
  read: async (calls, { quote }) => calls.readLike(quote),
  delete: async (calls, { quote }) => calls.deleteLike(quote),
})
