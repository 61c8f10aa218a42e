import type { Category } from './category.ts'
import type { EntryId, Instant, PartnerId } from './ids.ts'

/** An entry as the server holds it (product-spec section 3; D7, D10 for the last three fields). */
export interface Entry {
  readonly id: EntryId
  readonly userId: PartnerId
  readonly category: Category
  readonly content: string
  readonly completed: boolean
  readonly completedAt: Instant | null
  readonly isPrivate: boolean
  /** Only for `ideen`; midnight in the journal's time zone means "no time" (D14). */
  readonly scheduledDate: Instant | null
  readonly createdAt: Instant
  readonly visibleSince: Instant
  /** Raised by the server when text, category, date or privacy change. */
  readonly editVersion: number
  readonly updatedAt: Instant
}

/** The four fields an edit may change (product-spec section 7). */
export interface EntryEdit {
  readonly category: Category
  readonly content: string
  readonly isPrivate: boolean
  readonly scheduledDate: Instant | null
}
