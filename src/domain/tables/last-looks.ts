import { instantSchema, uuidSchema, type PartnerId } from '../ids.ts'
import { defineTable } from './define-table.ts'

/** A person's read marker (D7); `id` is the person. */
export const lastLooks = defineTable(
  { id: uuidSchema<PartnerId>(), seen_until: instantSchema, updated_at: instantSchema },
  {
    copy: 'rows',
    owner: 'id',
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'none',
  },
)
