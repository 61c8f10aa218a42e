import * as v from 'valibot'
import { instantSchema, uuidSchema, type EntryId, type PartnerId, type ReplyId } from '../ids.ts'
import { defineTable, unused } from './define-table.ts'

export const replies = defineTable(
  {
    id: uuidSchema<ReplyId>(),
    entry_id: uuidSchema<EntryId>(),
    user_id: uuidSchema<PartnerId>(),
    content: v.string(),
    created_at: instantSchema,
    visible_since: instantSchema,
    updated_at: instantSchema,
    /** The author of the entry while it is private. */
    only_for: unused,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: ['entry_id'],
    naturalKey: null,
    isLarge: true,
    inBackup: true,
    inBook: 'visible',
  },
)
