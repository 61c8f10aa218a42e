import type { Category } from './category.ts'

/** The main screen's filter (product-spec section 4, "Filters"). `category` null is "Alle". */
export interface EntryFilter {
  readonly category: Category | null
  readonly completion: 'all' | 'open' | 'completed'
  readonly creator: 'all' | 'mine' | 'partner'
  readonly ideasTime: 'all' | 'upcoming' | 'past' | 'no-date'
}
