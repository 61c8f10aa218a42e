import * as v from 'valibot'
import { instantSchema, uuidSchema, type EntryId, type PartnerId, type ReactionId } from '../ids.ts'
import { reactionEmoji } from '../reaction.ts'
import { defineTable, unused } from './define-table.ts'

export const reactions = defineTable(
  {
    id: uuidSchema<ReactionId>(),
    entry_id: uuidSchema<EntryId>(),
    user_id: uuidSchema<PartnerId>(),
    emoji: v.picklist(reactionEmoji),
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
    naturalKey: ['entry_id', 'user_id', 'emoji'],
    isLarge: true,
    inBackup: true,
    inBook: 'visible',
  },
)
