import * as v from 'valibot'
import { categories } from '../category.ts'
import { instantSchema, uuidSchema, type EntryId, type PartnerId } from '../ids.ts'
import { defineTable } from './define-table.ts'

export const entries = defineTable(
  {
    id: uuidSchema<EntryId>(),
    user_id: uuidSchema<PartnerId>(),
    category: v.picklist(categories),
    content: v.string(),
    completed: v.boolean(),
    completed_at: v.nullable(instantSchema),
    is_private: v.boolean(),
    /** Only for `ideen`; exactly midnight in the journal's time zone means "no time" (D14). */
    scheduled_date: v.nullable(instantSchema),
    created_at: instantSchema,
    visible_since: instantSchema,
    /** Random; the server draws another one when text, category, date or privacy change (decision 0012). */
    edit_version: v.number(),
    updated_at: instantSchema,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: [],
    naturalKey: null,
    isLarge: true,
    inBackup: true,
    inBook: 'visible',
  },
)
