import * as v from 'valibot'
import { instantSchema, uuidSchema, type EntryId, type PartnerId, type PhotoId } from '../ids.ts'
import { defineTable, unused } from './define-table.ts'

/** The photos of entries; their pictures stand in `photo_files`. */
export const photos = defineTable(
  {
    id: uuidSchema<PhotoId>(),
    entry_id: uuidSchema<EntryId>(),
    /** The person who added it. */
    user_id: uuidSchema<PartnerId>(),
    /** The place among the photos of its entry, from 0 to 3; places of photos that are gone are free. */
    position: v.number(),
    /** Of the full picture, in pixels. */
    width: v.number(),
    height: v.number(),
    /** A ThumbHash as base64. */
    placeholder: v.string(),
    /** Empty if there is none. */
    description: v.string(),
    /** Of both pictures together. */
    bytes: v.number(),
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
