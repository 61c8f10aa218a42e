import type { RowOf } from '../../../domain/table-schemas.ts'
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
    .toSorted((one, other) => (isNewer(one, other) ? -1 : 1))
    .map((row) => ({ ...row, name: nameOf(state.profiles, row.userId) }))
}

function isNewer(one: Quote, other: Quote) {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt
}
