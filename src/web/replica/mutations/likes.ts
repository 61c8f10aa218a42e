import { quoteLikeId, type QuoteKey } from '../../../domain/quote.ts'
import { keyedRows } from './keyed-rows.ts'

export const likes = keyedRows({
  table: 'quote_likes',
  actions: ['like-quote', 'unlike-quote'],
  idField: 'likeId',
  idOf: ({ quote }: { readonly quote: QuoteKey }, me) => quoteLikeId(me, quote),
  // Not the id: a like of a corrected quote has the one its old words gave it (decision 0016).
  aggregateId: ({ quote: { text, author } }) => JSON.stringify([text, author]),
  fieldsOf: ({ quote: { text, author } }) => ({ text, author }),
  rowOf: ({ quote }, own) => ({ ...own, ...quote }),
})
