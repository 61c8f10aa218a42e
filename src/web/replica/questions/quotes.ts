import type { RowOf } from '../../../domain/table-schemas.ts'
import { byNewest } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { nameOf } from './entry-details.ts'
import type { ShownCustomQuote, ShownLike } from './shown.ts'

/** The likes of both people, newest first. */
export function likesOf(state: Pick<JournalState, 'likes' | 'profiles'>): readonly ShownLike[] {
  return named(state, state.likes)
}

/** The personal quotes of both people, newest first. */
export function customQuotesOf(
  state: Pick<JournalState, 'customQuotes' | 'profiles'>,
): readonly ShownCustomQuote[] {
  return named(state, state.customQuotes)
}

type Quote = RowOf<'quote_likes'> | RowOf<'custom_quotes'>

function named<Row extends Quote>(state: Pick<JournalState, 'profiles'>, rows: readonly Row[]) {
  return rows
    .toSorted(byNewest)
    .map((row) => ({ ...row, name: nameOf(state.profiles, row.userId) }))
}
