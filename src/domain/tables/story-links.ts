import { instantSchema, uuidSchema, type EntryId, type PartnerId } from '../ids.ts'
import { defineTable, unused } from './define-table.ts'

/** The idea that a story tells of. */
export const storyLinks = defineTable(
  {
    /** The story. */
    id: uuidSchema<EntryId>(),
    user_id: uuidSchema<PartnerId>(),
    idea_id: uuidSchema<EntryId>(),
    created_at: instantSchema,
    updated_at: instantSchema,
    /** The one person who sees both entries, while one of them is private. */
    only_for: unused,
  },
  {
    copy: 'rows',
    owner: 'user_id',
    belongsTo: ['id', 'idea_id'],
    naturalKey: null,
    isLarge: false,
    inBackup: true,
    inBook: 'visible',
  },
)
