import type { CustomQuoteId } from '../../../domain/ids.ts'
import type { AnyMutation, IdChange } from './kind.ts'

interface AboutCustomQuote extends AnyMutation {
  readonly quoteId: CustomQuoteId
}

/** What the mutations of a personal quote share. */
export const aboutCustomQuote = {
  table: 'custom_quotes',
  rowKey: ({ quoteId }: AboutCustomQuote) => quoteId,
  aggregateId: ({ quoteId }: AboutCustomQuote) => quoteId,
  merge: () => undefined,
  withId: <Mutation extends AboutCustomQuote>(
    mutation: Mutation,
    { from, to }: IdChange,
  ): Mutation =>
    mutation.quoteId === from ? { ...mutation, quoteId: to as CustomQuoteId } : mutation,
} as const
