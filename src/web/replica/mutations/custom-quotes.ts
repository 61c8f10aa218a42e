import type { CustomQuoteId, Instant } from '../../../domain/ids.ts'
import { type QuoteKey, isSameQuote } from '../../../domain/quote.ts'
import { aboutRow } from './about-row.ts'
import { sendInsert } from './insert-result.ts'
import type { MutationKind, Without } from './kind.ts'
import { sendDelete } from './send-result.ts'

const aboutCustomQuote = aboutRow('custom_quotes', 'quoteId')

interface AddCustomQuote {
  readonly action: 'add-custom-quote'
  readonly quoteId: CustomQuoteId
  readonly quote: QuoteKey
  /** By the device's clock. */
  readonly createdAt: Instant
}

type NewQuote = Without<AddCustomQuote, 'quoteId' | 'createdAt'>

export const addCustomQuote: MutationKind<AddCustomQuote, 'custom_quotes', NewQuote> = {
  ...aboutCustomQuote,
  action: 'add-custom-quote',
  complete: (wanted, { id, now }) => ({ quoteId: id, createdAt: now, ...wanted }),
  apply: (row, { quoteId: id, quote, createdAt }, me) =>
    row ?? { id, userId: me, ...quote, createdAt, updatedAt: createdAt },
  send: async (calls, { quoteId: id, quote, createdAt }, me) =>
    sendInsert({
      calls,
      table: 'custom_quotes',
      row: { id, userId: me, ...quote, createdAt },
      isSame: (held) => held.userId === me && isSameQuote(held, quote),
    }),
  isRequiredBy: () => true,
  typed: ({ quote }) => ({
    form: 'custom-quote',
    value: quote,
    text: `${quote.text}\n${quote.author}`,
  }),
  insertedId: ({ quoteId }) => quoteId,
  idIsNeverReused: true,
}

interface DeleteCustomQuote {
  readonly action: 'delete-custom-quote'
  readonly quoteId: CustomQuoteId
}

export const deleteCustomQuote: MutationKind<DeleteCustomQuote, 'custom_quotes'> = {
  ...aboutCustomQuote,
  action: 'delete-custom-quote',
  apply: () => undefined,
  send: async (calls, { quoteId }) => sendDelete(calls, 'custom_quotes', quoteId),
  deletesAggregate: true,
}
