import type { RowOf } from '../table-schemas.ts'

/** One answer of one person. */
export interface Review extends RowOf<'reviews'> {
  /** Given while the server has not answered: its time is that of this device's clock. */
  readonly isUnsent?: true
}
