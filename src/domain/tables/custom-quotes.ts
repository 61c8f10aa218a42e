import * as v from 'valibot'
import { instantSchema, uuidSchema, type CustomQuoteId, type PartnerId } from '../ids.ts'
import { defineTable } from './define-table.ts'

/** The personal quotes. */
export const customQuotes = defineTable(
  {
    id: uuidSchema<CustomQuoteId>(),
    user_id: uuidSchema<PartnerId>(),
    quote_text: v.string(),
    quote_author: v.string(),
    created_at: instantSchema,
    updated_at: instantSchema,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: [],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'visible',
  },
)
