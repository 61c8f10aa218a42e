import * as v from 'valibot'
import { instantSchema, uuidSchema, type PartnerId, type QuoteLikeId } from '../ids.ts'
import { defineTable } from './define-table.ts'

export const quoteLikes = defineTable(
  {
    id: uuidSchema<QuoteLikeId>(),
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
    naturalKey: ['user_id', 'quote_text', 'quote_author'],
    isLarge: false,
    inBackup: true,
    inBook: 'visible',
  },
)
