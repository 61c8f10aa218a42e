import type { CustomQuoteId } from '../../../domain/ids.ts'
import { aboutCustomQuote } from './about-custom-quote.ts'
import type { MutationKind } from './kind.ts'
import { resultOfDeletion } from './send-result.ts'

export interface DeleteCustomQuote {
  readonly action: 'delete-custom-quote'
  readonly quoteId: CustomQuoteId
}

export const deleteCustomQuote: MutationKind<DeleteCustomQuote, 'custom_quotes'> = {
  ...aboutCustomQuote,
  action: 'delete-custom-quote',
  apply: () => undefined,
  send: async (calls, { quoteId }) =>
    resultOfDeletion('custom_quotes', quoteId, calls.deleteCustomQuote(quoteId)),
  endsAggregate: true,
}
