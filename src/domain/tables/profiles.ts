import * as v from 'valibot'
import { instantSchema, uuidSchema, type PartnerId } from '../ids.ts'
import { defineTable } from './define-table.ts'

/** The two people. */
export const profiles = defineTable(
  { id: uuidSchema<PartnerId>(), name: v.string(), updated_at: instantSchema },
  {
    copy: 'rows',
    owner: null,
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'none',
  },
)
